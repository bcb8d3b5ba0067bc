import type { JobPreview } from '@vidhi/contracts/jobs.ts';

/** Returns what says how many articles a merge moves; `many` is the plural name of the merged collection. */
export const mergedArticlesText =
  (many: string) =>
  ({ rows: { posts: articles = 0, [many]: merged = 0 } }: JobPreview): string => {
    const others = Math.max(0, merged - 1);
    const moved = articles === 1 ? '1 article moves' : `${articles} articles move`;
    return `${moved}. ${others === 1 ? 'One address leads' : `${others} addresses lead`} to the remaining one, and what was merged goes to the trash.`;
  };
