import { queryOf, type QueryDefinition } from '#shared/api/read.ts';
import { STORES, type Store } from '#shared/catalogue/stores.ts';

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

/** Those that stand in the neutral order. */
export type OrderedStore = Exclude<Store, 'books'>;

export const neutralOrderPath = (store: OrderedStore): string => `/${store}/neutral-order`;

/** The page keeps the number of the ids only: whoever checks the order fetches them. */
export const neutralOrderRead: QueryDefinition<void, NeutralOrder | null, WireNeutralOrder> = {
  name: 'neutralOrder',
  path: () => neutralOrderPath('lawyers'),
  transform: ({ data: { date, seed, next, ids } }) => ({
    date,
    seed,
    next: next.map((day) => ({ date: day.date, seed: day.seed })),
    count: ids.length,
  }),
  fallback: null,
};

/** The list that visitors see, in the order of that day. */
export const listedPath = (store: OrderedStore, date: string): string =>
  `/${STORES[store].plural}?${queryOf({
    ...STORES[store].fixed,
    sort: `neutral:${date}`,
    fields: ['id'],
    'pagination[pageSize]': 100,
  })}`;
