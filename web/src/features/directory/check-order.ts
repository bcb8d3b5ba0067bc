import { listedPath, neutralOrderPath, type OrderedStore, type WireNeutralOrder } from './neutral-order.ts';
import { orderOf, seedOf, type Ranked } from './order-of-day.ts';

/** How the order that this browser computed compares with what the server answers. */
export interface OrderCheck {
  store: OrderedStore;
  date: string;
  count: number;
  seedAgrees: boolean;
  /** Against the order that the server publishes. */
  orderAgrees: boolean;
  /** How many entries of the list that visitors see were compared, and whether they agree. */
  listed: number;
  listAgrees: boolean;
  first: Ranked[];
}

const SHOWN = 10;

const isSame = (left: readonly number[], right: readonly number[]): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index]);

/** Computes today's order from the date and the ids alone, and compares it with the server's answers. */
export async function checkOrder(
  store: OrderedStore,
  fetchJson: (path: string) => Promise<unknown>,
): Promise<OrderCheck> {
  const { data } = (await fetchJson(neutralOrderPath(store))) as WireNeutralOrder;
  const list = (await fetchJson(listedPath(store, data.date))) as { data: { id: number }[] };
  const seed = await seedOf(data.date);
  // By number first, so that nothing of the server's own order is left in the answer.
  const ranked = await orderOf(
    data.ids.toSorted((a, b) => a - b),
    seed,
  );
  const ids = ranked.map(({ id }) => id);
  const listed = list.data.map(({ id }) => id);
  return {
    store,
    date: data.date,
    count: ids.length,
    seedAgrees: seed === data.seed,
    orderAgrees: isSame(ids, data.ids),
    listed: listed.length,
    listAgrees: isSame(ids.slice(0, listed.length), listed),
    first: ranked.slice(0, SHOWN),
  };
}
