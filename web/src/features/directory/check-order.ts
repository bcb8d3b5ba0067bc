import type { NeutralOrderResponse } from '@vidhi/contracts/neutral-order.ts';
import type { WireList } from '#shared/api/read.ts';
import { listedPath, neutralOrderPath, type OrderedKind } from './neutral-order.ts';
import { orderOf, seedOf, type Ranked } from './order-of-day.ts';

/** The comparison of the order computed in the browser with the server's. */
export interface OrderCheck {
  kind: OrderedKind;
  date: string;
  count: number;
  seedAgrees: boolean;
  /** Whether the published order is the same. */
  orderAgrees: boolean;
  /** Number of list entries that were compared, and whether they are in the same order. */
  listed: number;
  listAgrees: boolean;
  first: Ranked[];
}

const SHOWN = 10;

const isSame = (left: readonly number[], right: readonly number[]): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index]);

/** Computes today's order from date and ids, and compares it with the published order and the list. */
export async function checkOrder(
  kind: OrderedKind,
  fetchJson: (path: string) => Promise<unknown>,
): Promise<OrderCheck> {
  const { data } = (await fetchJson(neutralOrderPath(kind))) as NeutralOrderResponse;
  const list = (await fetchJson(listedPath(kind, data.date))) as WireList<object>;
  const seed = await seedOf(data.date);
  // Sorted by id first, so that the result does not depend on the server's order.
  const ranked = await orderOf(
    data.ids.toSorted((a, b) => a - b),
    seed,
  );
  const ids = ranked.map(({ id }) => id);
  const listed = list.data.map(({ id }) => id);
  return {
    kind,
    date: data.date,
    count: ids.length,
    seedAgrees: seed === data.seed,
    orderAgrees: isSame(ids, data.ids),
    listed: listed.length,
    listAgrees: isSame(ids.slice(0, listed.length), listed),
    first: ranked.slice(0, SHOWN),
  };
}
