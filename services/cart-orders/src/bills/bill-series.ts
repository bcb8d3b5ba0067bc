import type { Connection } from 'mongoose';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { financialYear, numberText, type IssuedNumber, type SeriesKind } from './bill.ts';

interface Claim extends IssuedNumber {
  purchaseId: string;
}

/** One document for each kind and financial year. */
interface Series {
  _id: string;
  kind: SeriesKind;
  /** The highest number that was claimed. */
  last: number;
  /** Numbers that are not yet written to their purchase. */
  claims: Claim[];
}

export interface NumberedPurchases {
  /** The number that was written to a purchase; null before. */
  findNumber(purchaseId: string, kind: SeriesKind): Promise<IssuedNumber | null>;
  /** Writes the number to a purchase that has none. */
  writeNumber(purchaseId: string, kind: SeriesKind, issued: IssuedNumber): Promise<void>;
}

export interface BillSeries {
  /**
   * The number of a purchase's document, which is claimed when it has none.
   * @param date of the document, which decides its financial year: the same at each call for a purchase
   */
  issue(kind: SeriesKind, purchaseId: string, date: string): Promise<IssuedNumber>;
  /** Writes the claimed numbers that a crash left unwritten. Resolves with how many. */
  finishClaims(): Promise<number>;
}

/** Concurrent claims of one series repeat each other's compare-and-set. */
const MAX_ATTEMPTS = 1_000;

/**
 * Numbers without gaps. A number is claimed in the document of its series, by a compare-and-set of the last one, before it
 * is written to its purchase; a crash in between leaves the claim, and never a gap.
 *
 * The series is read before the purchase: a number that another process has written since then either is among the claims
 * that were read, or is in the purchase, or has changed `last`.
 */
export function createBillSeries(
  connection: Connection,
  purchases: NumberedPurchases,
  onStep: (step: 'claimed' | 'written') => void = () => {},
): BillSeries {
  const collection = connection.collection<Series>('bill_series');

  async function readSeries(_id: string, kind: SeriesKind): Promise<Series> {
    const found = await collection.findOne({ _id });
    if (found !== null) return found;
    const series: Series = { _id, kind, last: 0, claims: [] };
    try {
      await collection.insertOne(series);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    return readSeries(_id, kind);
  }

  async function finish(seriesId: string, kind: SeriesKind, claim: Claim): Promise<IssuedNumber> {
    const { purchaseId, number, date } = claim;
    await purchases.writeNumber(purchaseId, kind, { number, date });
    onStep('written');
    failPoint('cart-orders.bill-number-written');
    await collection.updateOne({ _id: seriesId }, { $pull: { claims: { purchaseId } } });
    return { number, date };
  }

  return {
    async issue(kind, purchaseId, date) {
      const year = financialYear(date);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const { _id, last, claims } = await readSeries(`${kind}/${year}`, kind);
        const unfinished = claims.find((claim) => claim.purchaseId === purchaseId);
        if (unfinished !== undefined) return finish(_id, kind, unfinished);
        const issued = await purchases.findNumber(purchaseId, kind);
        if (issued !== null) return issued;
        const claim: Claim = { purchaseId, number: numberText(kind, year, last + 1), date };
        const { matchedCount } = await collection.updateOne(
          { _id, last },
          { $set: { last: last + 1 }, $push: { claims: claim } },
        );
        if (matchedCount === 0) continue;
        onStep('claimed');
        failPoint('cart-orders.bill-number-claimed');
        return finish(_id, kind, claim);
      }
      throw new Error(`no number for ${purchaseId}: the series is too busy`);
    },
    async finishClaims() {
      let finished = 0;
      for (const { _id, kind, claims } of await collection.find({ 'claims.0': { $exists: true } }).toArray())
        for (const claim of claims) {
          await finish(_id, kind, claim);
          finished += 1;
        }
      return finished;
    },
  };
}
