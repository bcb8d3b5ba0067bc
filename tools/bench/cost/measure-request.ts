import type { FastifyInstance } from 'fastify';
import { type ReadModel, respondList, respondOne } from '@vidhi/content-engine';
import { QueryCost } from '@vidhi/content-engine/internal.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { CandidateQuery } from './query-tree.ts';

/** Cost of one request. */
export interface RequestCost {
  /** CPU time of this thread in milliseconds. */
  readonly ms: number;
  /** Query cost counted by the engine. */
  readonly units: number;
  readonly bytes: number;
  readonly isAccepted: boolean;
}

/** Returns the processor time of this thread, in milliseconds. */
export const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Results cached for a version of a collection are not used after this. */
export function forgetResults(model: ReadModel): void {
  for (const { name } of model.schemas.values()) model.store(name).version += 1;
}

/** CPU time in milliseconds of an anonymous request of any route, without cached results of earlier requests. */
export async function measureUrl(app: FastifyInstance, model: ReadModel, url: string): Promise<number> {
  forgetResults(model);
  const started = threadMs();
  await app.inject(url);
  return threadMs() - started;
}

/** Executes an anonymous request without cached results of earlier requests. */
export function measureRequest(
  model: ReadModel,
  { collection, id }: CandidateQuery,
  raw: string,
): RequestCost {
  forgetResults(model);
  const cost = new QueryCost();
  const started = threadMs();
  try {
    const body =
      id === undefined
        ? respondList(model, collection, raw, 'public', undefined, cost)
        : respondOne(model, collection, id, raw, 'public', {}, cost);
    return { ms: threadMs() - started, units: Math.round(cost.spent), bytes: body.length, isAccepted: true };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return { ms: threadMs() - started, units: Math.round(cost.spent), bytes: 0, isAccepted: false };
  }
}
