import type { Connection, mongo } from 'mongoose';
import {
  DETAIL_DAYS,
  MAX_SUMMARY_ROWS,
  type CountedNames,
  type PageViewSummary,
} from '@vidhi/contracts/page-views.ts';
import { modelOf, UNORDERED, type StoredDocument } from '@vidhi/service-kit/stored-collection.ts';
import { dayAfter, daysBetween, indianDay } from './india-days.ts';
import { READER_COUNTS, type CountKind } from './reader-count-collection.ts';
import { OTHER, type Increment } from './reader-counts.ts';

type Stored = StoredDocument<typeof READER_COUNTS>;

export interface ReaderCountStore {
  /** Adds to the counts. After a failure, some of the increments may have been stored. */
  add(increments: readonly Increment[]): Promise<void>;
  /** The names that a day has. */
  namesOf(day: string): Promise<{ kind: CountKind; name: string }[]>;
  /** Sums up the days from `from` to `to`, both included. */
  summary(period: { from: string; to: string }, now: number): Promise<PageViewSummary>;
  /** Deletes all but the sums of days that are older than thirty days. */
  removeOldDetail(now: number): Promise<void>;
}

type DayTotals = PageViewSummary['total'];
const TOTALS = ['pages', 'arrivals', 'searches', 'empty_searches'] as const;
const BATCH = 500;

const noTotals = (): DayTotals => ({ pages: 0, arrivals: 0, searches: 0, empty_searches: 0 });
/** First day of which names are stored. */
const firstDetailDay = (now: number): string => dayAfter(indianDay(now), 1 - DETAIL_DAYS) ?? '';

interface SummedName {
  _id: string;
  count: number;
}

/** The names with the largest counts, and the sum of the others. */
export function countedNames(sums: readonly SummedName[]): CountedNames {
  const named = sums
    .filter(({ _id, count }) => _id !== OTHER && count > 0)
    .toSorted((one, other) => other.count - one.count || (one._id < other._id ? -1 : 1));
  const all = sums.reduce((sum, { count }) => sum + count, 0);
  const rows = named.slice(0, MAX_SUMMARY_ROWS).map(({ _id: name, count }) => ({ name, count }));
  return { rows, other: Math.max(0, all - rows.reduce((sum, { count }) => sum + count, 0)) };
}

/** Lists each day of a period with its totals. */
export function dayTotals(
  { from, to }: { from: string; to: string },
  stored: readonly Pick<Stored, 'day' | 'name' | 'count'>[],
): Pick<PageViewSummary, 'total' | 'days'> {
  const total = noTotals();
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_day, index) => ({
    day: dayAfter(from, index) ?? from,
    ...noTotals(),
  }));
  const byDay = new Map(days.map((row) => [row.day, row]));
  for (const { day, name, count } of stored) {
    const field = TOTALS.find((each) => each === name);
    const row = byDay.get(day);
    if (field === undefined || row === undefined) continue;
    row[field] += count;
    total[field] += count;
  }
  return { total, days };
}

/** In MongoDB. */
export function mongoReaderCountStore(connection: Connection): ReaderCountStore {
  const counts = modelOf(connection, READER_COUNTS);

  const sumsOf = async (kind: CountKind, { from, to }: { from: string; to: string }): Promise<CountedNames> =>
    countedNames(
      await counts.aggregate<SummedName>([
        { $match: { kind, day: { $gte: from, $lte: to } } },
        { $group: { _id: '$name', count: { $sum: '$count' } } },
      ]),
    );

  return {
    async add(increments) {
      for (let at = 0; at < increments.length; at += BATCH) {
        const updates = increments.slice(at, at + BATCH).map(({ day, kind, name, by }) => ({
          updateOne: {
            filter: { _id: JSON.stringify([day, kind, name]) },
            update: { $inc: { count: by }, $setOnInsert: { day, kind, name } },
            upsert: true,
          },
        }));
        await counts.bulkWrite(updates as mongo.AnyBulkWriteOperation<Stored & mongo.Document>[], UNORDERED);
      }
    },
    async namesOf(day) {
      const stored = await counts.find({ day }, { kind: 1, name: 1 });
      return stored.map(({ kind, name }) => ({ kind, name }));
    },
    async summary(period, now) {
      const { from, to } = period;
      const totals = await counts.find({ day: { $gte: from, $lte: to }, kind: 'total' });
      const [pages, referrers, sources, searches, emptySearches] = await Promise.all([
        sumsOf('page', period),
        sumsOf('referrer', period),
        sumsOf('source', period),
        sumsOf('search', period),
        sumsOf('empty-search', period),
      ]);
      return {
        from,
        to,
        detail_from: firstDetailDay(now),
        ...dayTotals(period, totals),
        pages,
        referrers,
        sources,
        searches,
        empty_searches: emptySearches,
      };
    },
    async removeOldDetail(now) {
      await counts.deleteMany({ day: { $lt: firstDetailDay(now) }, kind: { $ne: 'total' } });
    },
  };
}
