import { queryOf, type Read } from '../../shared/api/read.ts';

export interface DaySeed {
  /** A day of India, `2026-11-21`. */
  date: string;
  seed: string;
}

/** What anybody needs to compute the order of a day again, without the ids. */
export interface NeutralOrder extends DaySeed {
  next: DaySeed[];
  count: number;
}

export interface WireNeutralOrder {
  data: DaySeed & { next: DaySeed[]; ids: number[] };
}

export const NEUTRAL_ORDER_PATH = '/lawyers/neutral-order';

/** The page keeps the number of the ids only: whoever checks the order fetches them. */
export const neutralOrderRead: Read<void, NeutralOrder | null, WireNeutralOrder> = {
  name: 'neutralOrder',
  path: () => NEUTRAL_ORDER_PATH,
  view: ({ data: { date, seed, next, ids } }) => ({
    date,
    seed,
    next: next.map((day) => ({ date: day.date, seed: day.seed })),
    count: ids.length,
  }),
  empty: null,
};

/** The list that visitors see, in the order of that day. */
export const listedPath = (date: string): string =>
  `/lawyers?${queryOf({
    'filters[SubCategory2][$eq]': '0',
    sort: `neutral:${date}`,
    fields: ['id'],
    'pagination[pageSize]': 100,
  })}`;
