import {
  type Collection,
  type ReadModel,
  respondList,
  respondOne,
  respondSingle,
} from '@vidhi/content-engine';
import { errorBody, notFound, WireError } from '@vidhi/contracts/errors.ts';
import type { ContractCase } from './cases.ts';
import { toAnswer } from './exchange.ts';
import type { Answerer } from './replay.ts';

const ADDRESS = /^\/api\/([^/?]+)\/?(?:([^/?]+)\/?)?(?:\?(.*))?$/s;

/** How an address is spelt is the gateway's business: entry 18 of the published differences. */
const SPELLING = 18;

/** Whether a case can be answered without a server. */
export const isAnsweredInProcess = ({ method, difference, as }: ContractCase): boolean =>
  method === 'GET' && difference !== SPELLING && as === undefined;

/** Answers reads of collections from a read model as an anonymous visitor sees it, without a server. */
export function answerInProcess(collections: readonly Collection[], model: ReadModel): Answerer {
  const bySegment = new Map(collections.map((one) => [one.kind === 'single' ? one.name : one.plural, one]));
  const answer = (path: string): Buffer => {
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
      return toAnswer(200, answer(path).toString('utf8'));
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      return toAnswer(error.status, JSON.stringify(errorBody(error)));
    }
  };
}
