import type { DeskStockMove, StockMoveKind } from '@vidhi/contracts/shop-stock.ts';

/** Names of the kinds of moves, in the order of the form. */
export const MOVE_NAMES: Readonly<Record<StockMoveKind, string>> = {
  received: 'Received',
  returned: 'Returned by a buyer',
  damaged: 'Damaged or lost',
  corrected: 'Corrected after a count',
};

/** Returns a move as people read it: `Received: +50`. One that an order has made may be of copies that were never sent. */
export function moveText({ kind, copies, ref }: Pick<DeskStockMove, 'kind' | 'copies' | 'ref'>): string {
  const ofOrder = copies > 0 ? 'Back from an order' : 'Sent with an order';
  return `${ref === null ? MOVE_NAMES[kind] : ofOrder}: ${copies > 0 ? '+' : '−'}${Math.abs(copies)}`;
}
