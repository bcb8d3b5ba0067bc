import {
  type Collection,
  type ReadModel,
  respondList,
  respondOne,
  respondSingle,
} from '@vidhi/content-engine';
import { errorBody, notFound, WireError } from '@vidhi/contracts/errors.ts';
import type { ContractCase } from './cases.ts';
import { toCaseResponse } from './case-request.ts';
import type { CaseExecutor } from './replay.ts';

const ADDRESS = /^\/api\/([^/?]+)\/?(?:([^/?]+)\/?)?(?:\?(.*))?$/s;

/** Published difference 18 (each resource has one URL) needs the gateway. */
const SPELLING = 18;

/** Returns whether a case can be executed without a server. */
export const runsInProcess = ({ method, difference, as }: ContractCase): boolean =>
  method === 'GET' && difference !== SPELLING && as === undefined;

/** Executes reads of collections on a model, as an anonymous visitor, without a server. */
export function executeInProcess(collections: readonly Collection[], model: ReadModel): CaseExecutor {
  const bySegment = new Map(collections.map((one) => [one.kind === 'single' ? one.name : one.plural, one]));
  const respond = (path: string): Buffer => {
    const [, segment = '', id, raw = ''] = ADDRESS.exec(path) ?? [];
    const collection = bySegment.get(segment);
    if (collection === undefined || !collection.uid.startsWith('api::')) throw notFound();
    if (collection.kind === 'single') {
      if (id !== undefined) throw notFound();
      return respondSingle(model, collection.name, raw, 'public');
    }
    if (id === undefined) return respondList(model, collection.name, raw, 'public');
    return respondOne(model, collection.name, decodeURIComponent(id), raw, 'public');
  };
  return async ({ path }) => {
    try {
      return toCaseResponse(200, respond(path).toString('utf8'));
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      return toCaseResponse(error.status, JSON.stringify(errorBody(error)));
    }
  };
}
