import type { Connection } from 'mongoose';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import {
  modelOf,
  optional,
  part,
  required,
  storedCollection,
  valueOf,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';
import type { DueCredit } from '../purchases/purchase.ts';
import { financialYear, numberText, type IssuedNumber, type SeriesKind } from './bill.ts';

/** One document for each kind and financial year. */
export const BILL_SERIES = storedCollection('bill_series', {
  _id: required(String),
  kind: required(valueOf<SeriesKind>()),
  /** The highest number that was claimed. */
  last: required(Number),
  /** Numbers that are not yet written to their purchase. */
  claims: required([
    part({
      purchaseId: required(String),
      number: required(String),
      date: required(String),
      /** Absent in claims of bills, and in those of older releases: a credit note of the whole bill. */
      amountPaise: optional(Number),
      refundId: optional(String),
    }),
  ]),
});
type Series = StoredDocument<typeof BILL_SERIES>;
type Claim = Series['claims'][number];

export interface NumberedPurchases {
  /** Resolves with whether the purchase has a bill. */
  hasBill(purchaseId: string): Promise<boolean>;
  /** The next credit note of the purchase; null when none is due. */
  findDueCredit(purchaseId: string): Promise<DueCredit | null>;
  /** Writes the bill to a purchase that has none. */
  writeBill(purchaseId: string, issued: IssuedNumber): Promise<void>;
  /** Adds the credit note to a purchase that does not have its number. Without an amount: of all that is left. */
  writeCreditNote(purchaseId: string, issued: IssuedNumber, credit: DueCredit | null): Promise<void>;
}

export interface BillSeries {
  /**
   * Issues the bill of a purchase that has none, or the next credit note of what is on none yet; nothing otherwise.
   * @param date of the document, which decides its financial year: the same at each call for a bill
   */
  issue(kind: SeriesKind, purchaseId: string, date: string): Promise<void>;
  /** Writes the claimed numbers that a crash left unwritten. Resolves with how many. */
  finishClaims(): Promise<number>;
}

/** Concurrent claims of one series repeat each other's compare-and-set. */
const MAX_ATTEMPTS = 1_000;

/**
 * Numbers without gaps. A number is first claimed in the document of its series, by compare-and-set of the last number,
 * and then written to its purchase; a crash in between leaves the claim, and never a gap.
 *
 * The series is read before the purchase: a number that another process has written since then either is among the
 * claims that were read, or is in the purchase, or has changed `last`. So two processes cannot put one amount on two
 * credit notes.
 */
export function createBillSeries(
  connection: Connection,
  purchases: NumberedPurchases,
  onStep: (step: 'claimed' | 'written') => void = () => {},
): BillSeries {
  const collection = modelOf(connection, BILL_SERIES);

  /** Resolves with the series, and with those of any year that have an unwritten number of the purchase. */
  async function readSeries(
    _id: string,
    kind: SeriesKind,
    purchaseId: string,
  ): Promise<{ current: Series; claimed: Series[] }> {
    const found = await collection.find({ kind, $or: [{ _id }, { 'claims.purchaseId': purchaseId }] });
    const current = found.find((one) => one._id === _id);
    if (current !== undefined) return { current, claimed: found };
    try {
      await collection.insertOne({ _id, kind, last: 0, claims: [] });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    return readSeries(_id, kind, purchaseId);
  }

  async function finish(seriesId: string, kind: SeriesKind, claim: Claim): Promise<void> {
    const { purchaseId, number, date, amountPaise, refundId } = claim;
    const credit =
      amountPaise === undefined ? null : { amountPaise, ...(refundId === undefined ? {} : { refundId }) };
    const issued = { number, date };
    if (kind === 'BS') await purchases.writeBill(purchaseId, issued);
    else await purchases.writeCreditNote(purchaseId, issued, credit);
    onStep('written');
    failPoint('cart-orders.bill-number-written');
    await collection.updateOne({ _id: seriesId }, { $pull: { claims: { number } } });
  }

  /** Writes the claimed numbers of a purchase that were left unwritten. */
  async function finishClaimsOf(purchaseId: string, kind: SeriesKind, claimed: Series[]): Promise<void> {
    for (const { _id, claims } of claimed)
      for (const claim of claims) if (claim.purchaseId === purchaseId) await finish(_id, kind, claim);
  }

  /** Resolves with what the purchase lacks: a document, of this amount if it is a credit note. Null: nothing. */
  async function findMissing(
    kind: SeriesKind,
    purchaseId: string,
  ): Promise<Pick<Claim, 'amountPaise' | 'refundId'> | null> {
    if (kind === 'BS') return (await purchases.hasBill(purchaseId)) ? null : {};
    return purchases.findDueCredit(purchaseId);
  }

  return {
    async issue(kind, purchaseId, date) {
      const year = financialYear(date);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const { current, claimed } = await readSeries(`${kind}/${year}`, kind, purchaseId);
        const { _id, last } = current;
        await finishClaimsOf(purchaseId, kind, claimed);
        const missing = await findMissing(kind, purchaseId);
        if (missing === null) return;
        const claim: Claim = { purchaseId, number: numberText(kind, year, last + 1), date, ...missing };
        const { matchedCount } = await collection.updateOne(
          { _id, last },
          { $set: { last: last + 1 }, $push: { claims: claim } },
        );
        if (matchedCount === 0) continue;
        onStep('claimed');
        failPoint('cart-orders.bill-number-claimed');
        await finish(_id, kind, claim);
        return;
      }
      throw new Error(`no number for ${purchaseId}: the series is too busy`);
    },
    async finishClaims() {
      let finished = 0;
      for (const { _id, kind, claims } of await collection.find({ 'claims.0': { $exists: true } }))
        for (const claim of claims) {
          await finish(_id, kind, claim);
          finished += 1;
        }
      return finished;
    },
  };
}
