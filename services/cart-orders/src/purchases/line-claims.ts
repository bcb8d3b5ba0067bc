import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { purchaseId } from './purchase.ts';
import type { PurchaseStore } from './purchase-store.ts';

/** A line of a cart, in one revision. */
export interface ClaimedLine {
  lineId: string;
  lineRev: number;
}

/** Records which checkout has bought a cart line: one document per line and revision. */
export interface LineClaims {
  /**
   * Claims the lines of a paid checkout; may be repeated. False when another checkout has one of them: then its buyer has
   * paid twice for it. A claim of a purchase that was cancelled is taken over.
   */
  claim(checkoutId: string, lines: readonly ClaimedLine[]): Promise<boolean>;
}

/** Lines of no cart: one book that is bought directly, again and again. */
const isOfCart = ({ lineId }: ClaimedLine): boolean => !lineId.startsWith('book:');
const claimId = ({ lineId, lineRev }: ClaimedLine): string => `${lineId}@${lineRev}`;

export function mongoLineClaims(connection: Connection, purchases: Pick<PurchaseStore, 'find'>): LineClaims {
  const claims = connection.collection<{ _id: string; checkoutId: string }>('line_claims');

  async function claimOne(_id: string, checkoutId: string): Promise<boolean> {
    try {
      await claims.insertOne({ _id, checkoutId });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const existing = await claims.findOne({ _id });
    if (existing === null || existing.checkoutId === checkoutId) return existing !== null;
    const other = await purchases.find(purchaseId(existing.checkoutId));
    if (other?.status !== 'CANCELLED') return false;
    const { matchedCount } = await claims.updateOne(
      { _id, checkoutId: existing.checkoutId },
      { $set: { checkoutId } },
    );
    return matchedCount === 1;
  }

  return {
    async claim(checkoutId, lines) {
      // In one order, so that of two checkouts of several lines one gets all of them.
      for (const id of lines.filter(isOfCart).map(claimId).toSorted())
        if (!(await claimOne(id, checkoutId))) return false;
      return true;
    },
  };
}
