import type { NeutralOrderResponse } from '@vidhi/contracts/neutral-order.ts';
import { queryOf, type QueryDefinition } from '#shared/api/read.ts';
import { CATALOGUE_KINDS, type CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';

export interface DaySeed {
  /** Day in India, `2026-11-21`. */
  date: string;
  seed: string;
}

/** The order of a day, without the ids. */
export interface NeutralOrder extends DaySeed {
  next: DaySeed[];
  count: number;
}

/** The kinds in neutral order. */
export type OrderedKind = Exclude<CatalogueKind, 'books'>;

export const neutralOrderPath = (kind: OrderedKind): string => `/${kind}/neutral-order`;

/** Keeps the number of ids only; `checkOrder` requests the ids. */
export const neutralOrderRead: QueryDefinition<void, NeutralOrder | null, NeutralOrderResponse> = {
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

/** Returns the path of the list in the order of a day. */
export const listedPath = (kind: OrderedKind, date: string): string =>
  `/${CATALOGUE_KINDS[kind].plural}?${queryOf({
    ...CATALOGUE_KINDS[kind].fixed,
    sort: `neutral:${date}`,
    fields: ['id'],
    'pagination[pageSize]': 100,
  })}`;
