import type { StockMoveKind } from '@vidhi/contracts/shop-stock.ts';

/** A move as it is filled in. */
export interface MoveDraft {
  kind: StockMoveKind;
  copies: number | null;
  reason: string;
}

/** Returns how many copies there are more afterwards, or fewer when negative. */
export const signedCopies = ({ kind, copies }: MoveDraft): number =>
  kind === 'damaged' ? -(copies ?? 0) : (copies ?? 0);

/** Returns why a move cannot be sent; null when it can. */
export function moveFault({ free }: { free: number | null }, draft: MoveDraft): string | null {
  const { copies, reason } = draft;
  if (copies === null || copies === 0) return 'Type a number of copies.';
  const after = (free ?? 0) + signedCopies(draft);
  if (signedCopies(draft) < 0 && after < 0)
    return `Only ${Math.max(0, free ?? 0)} copies are free: the others are held or sold.`;
  return reason.trim() === '' ? 'Give a reason.' : null;
}
