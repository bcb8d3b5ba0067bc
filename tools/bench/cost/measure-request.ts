import { type ReadModel, respondList, respondOne } from '@vidhi/content-engine';
import { QueryCost } from '@vidhi/content-engine/internal.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { CandidateQuery } from './query-tree.ts';

/** What one request took. */
export interface RequestCost {
  /** Milliseconds of this thread's processor time. */
  readonly ms: number;
  /** Work that the engine counted. */
  readonly units: number;
  readonly bytes: number;
  readonly isAccepted: boolean;
}

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Answers one request as anybody may send it, from what no earlier request has left in a cache. */
export function measureRequest(
  model: ReadModel,
  { collection, id }: CandidateQuery,
  raw: string,
): RequestCost {
  for (const { name } of model.schemas.values()) model.store(name).version += 1;
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
