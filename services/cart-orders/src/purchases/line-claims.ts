import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';
import { purchaseId } from './purchase.ts';
import type { PurchaseStore } from './purchase-store.ts';

/** A cart line at one revision: a change of the line, such as its quantity, makes it a new line to buy. */
export interface ClaimedLine {
  lineId: string;
  lineRev: number;
}

/** One document per line and revision that a checkout has bought. */
export const LINE_CLAIMS = storedCollection('line_claims', {
  _id: required(String),
  checkoutId: required(String),
});

/** The checkouts that have bought cart lines. */
export interface LineClaims {
  /**
   * Claims the lines of a paid checkout; idempotent. Resolves false when another checkout has claimed one of them: the
   * buyer has paid for it twice. The claims of a cancelled purchase are replaced.
   */
  claim(checkoutId: string, lines: readonly ClaimedLine[]): Promise<boolean>;
}

/** Whether the line is in a cart. A book that is bought without one can be bought again, so it is not claimed. */
const isOfCart = ({ lineId }: ClaimedLine): boolean => !lineId.startsWith('book:');
const claimId = ({ lineId, lineRev }: ClaimedLine): string => `${lineId}@${lineRev}`;

export function mongoLineClaims(connection: Connection, purchases: Pick<PurchaseStore, 'find'>): LineClaims {
  const claims = modelOf(connection, LINE_CLAIMS);

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
      // Sorted, so that one of two checkouts with the same lines claims all of them.
      for (const id of lines.filter(isOfCart).map(claimId).toSorted())
        if (!(await claimOne(id, checkoutId))) return false;
      return true;
    },
  };
}
