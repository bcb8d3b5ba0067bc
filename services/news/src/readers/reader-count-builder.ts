import type { CountKind } from './reader-count-collection.ts';
import { countedNames, dayTotals, type ReaderCountStore } from './reader-count-store.ts';
import type { Increment, ReaderCounts } from './reader-counts.ts';

/** In memory, for tests: each summary stores first what was counted. */
export function memoryReaderCountStore(
  counts: Pick<ReaderCounts, 'take'>,
): Pick<ReaderCountStore, 'summary'> {
  const stored: Increment[] = [];
  return {
    async summary({ from, to }) {
      stored.push(...counts.take());
      const within = stored.filter(({ day }) => day >= from && day <= to);
      const sumsOf = (kind: CountKind) => {
        const sums = new Map<string, number>();
        for (const { name, by } of within.filter((one) => one.kind === kind))
          sums.set(name, (sums.get(name) ?? 0) + by);
        return countedNames([...sums].map(([_id, count]) => ({ _id, count })));
      };
      const totals = within
        .filter(({ kind }) => kind === 'total')
        .map(({ day, name, by }) => ({ day, name, count: by }));
      return {
        from,
        to,
        detail_from: from,
        ...dayTotals({ from, to }, totals),
        pages: sumsOf('page'),
        referrers: sumsOf('referrer'),
        sources: sumsOf('source'),
        searches: sumsOf('search'),
        empty_searches: sumsOf('empty-search'),
      };
    },
  };
}
