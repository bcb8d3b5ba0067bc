import { type Comment, type Comments, stillWaiting } from './comments.ts';

/** Comments in memory, for tests. */
export function memoryComments(now: () => Date): Comments {
  let all: Comment[] = [];
  const change = (id: string, values: Partial<Comment>): void => {
    all = all.map((one) => (one.id === id ? { ...one, ...values } : one));
  };
  return {
    async add(comment) {
      const added = { ...comment, resolvedAt: null, resolvedBy: null, removedAt: null };
      all = [...all, added];
      return added;
    },
    list: async (postId) => all.filter((one) => one.postId === postId),
    find: async (id) => all.find((one) => one.id === id) ?? null,
    async resolve({ id }, isResolved, { actor }) {
      const found = all.find((one) => one.id === id);
      if (found === undefined || (found.resolvedAt !== null) === isResolved) return false;
      change(
        id,
        isResolved ? { resolvedAt: now(), resolvedBy: actor.id } : { resolvedAt: null, resolvedBy: null },
      );
      return true;
    },
    remove: async ({ id }) =>
      change(id, { text: '', quote: null, block: null, mentions: [], removedAt: now() }),
    async waitingFor(account) {
      const mentions = all.filter((one) => one.mentions.includes(account) && one.by !== account);
      return stillWaiting(mentions.toReversed(), all, account);
    },
  };
}
