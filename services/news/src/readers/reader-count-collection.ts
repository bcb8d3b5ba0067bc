import { oneOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';

/** `total`: the sums of a day, whose names are those of `DayTotals`. */
export const COUNT_KINDS = ['total', 'page', 'referrer', 'source', 'search', 'empty-search'] as const;
export type CountKind = (typeof COUNT_KINDS)[number];

/** Counts of page views and searches by day in India: names and numbers, nothing of a reader. */
export const READER_COUNTS = storedCollection(
  'reader_counts',
  {
    /** Day, kind and name. */
    _id: required(String),
    day: required(String),
    kind: oneOf(COUNT_KINDS),
    /** A path, a host, a source, or what was searched for; empty for all that have no document of their own. */
    name: required(String),
    count: required(Number),
  },
  [{ fields: { day: 1, kind: 1 } }],
);
