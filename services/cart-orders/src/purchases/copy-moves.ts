import { countedBack, paidBackRefunds } from '../desk/refunds.ts';
import type { CopyMove, Purchase } from './purchase.ts';

/** When and by whom the purchase is written that the moves follow from. */
export interface MoveOrigin {
  at: Date;
  /** Id of the member of staff; null where nobody has ordered it. */
  by: number | null;
}

/** Returns the copies of a line that refunds have paid back, and those that failed ones alone have counted back. */
function copiesOfRefunds(purchase: Purchase, lineId: number): { paidBack: number; surplus: number } {
  const copiesOf = (onlyRestocked: boolean): number =>
    paidBackRefunds(purchase)
      .filter(({ restock }) => restock || !onlyRestocked)
      .flatMap(({ lines }) => lines)
      .reduce((sum, { id, copies }) => sum + (id === lineId ? copies : 0), 0);
  return { paidBack: copiesOf(false), surplus: Math.max(0, countedBack(purchase, lineId) - copiesOf(true)) };
}

/**
 * Returns the moves that a cancellation makes due: every copy comes back, except those that refunds have decided about, or
 * have counted back before. The protocol is `tests/protocol/cancellation-model.ts`.
 */
export const movesOfCancellation = (purchase: Purchase, reason: string, origin: MoveOrigin): CopyMove[] =>
  purchase.lines.flatMap(({ id, quantity }): CopyMove[] => {
    const { paidBack, surplus } = copiesOfRefunds(purchase, id);
    const copies = quantity - paidBack - surplus;
    return copies > 0 ? [{ id: `cancel:${purchase._id}:${id}`, lineId: id, copies, reason, ...origin }] : [];
  });

/** Returns the moves that shipping these lines makes due: copies that a failed refund has counted back are sent after all. */
export const movesOfShipping = (
  purchase: Purchase,
  lineIds: readonly number[],
  origin: MoveOrigin,
): CopyMove[] =>
  lineIds.flatMap((lineId): CopyMove[] => {
    const { surplus } = copiesOfRefunds(purchase, lineId);
    if (surplus === 0) return [];
    const earlier = (purchase.copyMoves ?? []).filter((move) => move.lineId === lineId).length;
    return [
      {
        id: `ship:${purchase._id}:${lineId}:${earlier + 1}`,
        lineId,
        copies: -surplus,
        reason: 'Sent after its refund had failed',
        ...origin,
      },
    ];
  });

/** Returns the fields of the write that these moves are stored with. */
export const withCopyMoves = (
  { copyMoves = [] }: Pick<Purchase, 'copyMoves'>,
  moves: readonly CopyMove[],
): Pick<Purchase, 'copyMoves' | 'documentsDue'> =>
  moves.length === 0 ? {} : { copyMoves: [...copyMoves, ...moves], documentsDue: true };
