import type { Schema } from '../schema/schema.ts';

/** Runs tasks one after the other, in the order of the calls. A failed task rejects its own promise only. */
export type WithLock = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Creates a mutex within this process. */
export function createMutex(): WithLock {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

/**
 * Returns whether the `data` of a body contains relations. Such writes need a lock: `connect` and `disconnect` are
 * applied to the current links, so the links of one of two concurrent writes would be lost.
 */
export const hasRelations = ({ relations }: Schema, data: unknown): boolean =>
  typeof data === 'object' && data !== null && relations.some(({ name }) => Object.hasOwn(data, name));
