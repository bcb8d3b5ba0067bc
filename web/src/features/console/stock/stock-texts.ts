import type { StockMoveKind } from '@vidhi/contracts/shop-stock.ts';

/** Names of the kinds of moves, in the order of the form. */
export const MOVE_NAMES: Readonly<Record<StockMoveKind, string>> = {
  received: 'Received',
  returned: 'Returned by a buyer',
  damaged: 'Damaged or lost',
  corrected: 'Corrected after a count',
};

/** Returns a move as people read it: `Received: +50`. */
export const moveText = (kind: StockMoveKind, copies: number): string =>
  `${MOVE_NAMES[kind]}: ${copies > 0 ? '+' : '−'}${Math.abs(copies)}`;
