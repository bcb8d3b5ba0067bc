import type { Schema } from '../schema/schema.ts';

/** Does one piece of work after the other. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createMutex(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work);
    last = own.catch(() => undefined);
    return own;
  };
}

/**
 * Whether a body says something about relations. What is connected or disconnected is reckoned from the links as
 * they are, so two such writes at once would lose the links of one.
 */
export const namesRelations = ({ relations }: Schema, data: unknown): boolean =>
  typeof data === 'object' && data !== null && relations.some(({ name }) => Object.hasOwn(data, name));
