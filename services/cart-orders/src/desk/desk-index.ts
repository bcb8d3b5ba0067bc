import type { Connection, mongo } from 'mongoose';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { DESK_CHANGED, type Purchase } from '../purchases/purchase.ts';
import { PURCHASES } from '../purchases/purchase-collection.ts';
import { deskFieldsOf } from './desk-fields.ts';

/** The fields of purchases by which the desk finds them. */
export interface DeskIndex {
  /**
   * Computes the fields of a purchase that has changed; nothing for others.
   * @param read the purchase, where it was read just now
   */
  refresh(purchaseId: string, read?: Purchase | null): Promise<void>;
  /** Has the next sweep compute the fields of all purchases with a problem again: older releases had another rule. */
  noteProblems(): Promise<void>;
  /** Does the same for purchases that a crash left, and for those of older releases. Resolves when none is left. */
  sweep(): Promise<void>;
}

const BATCH = 200;
const MAX_ATTEMPTS = 20;

/**
 * Each write of their source data marks the fields as due (`DESK_CHANGED`). After a crash before the refresh, the sweep
 * finds them by that mark. A refresh stores nothing over a change that it has not read.
 */
export function mongoDeskIndex(connection: Connection, isbnOf: (bookId: number) => string | null): DeskIndex {
  const purchases = modelOf(connection, PURCHASES);

  async function store(purchase: Purchase): Promise<boolean> {
    const { _id, deskSeq } = purchase;
    const { matchedCount } = await purchases.updateOne(
      { _id, deskSeq: deskSeq ?? { $exists: false } } as mongo.Filter<Purchase>,
      { $set: { desk: deskFieldsOf(purchase, isbnOf) }, $unset: { deskDue: '' } },
    );
    return matchedCount === 1;
  }

  async function refresh(purchaseId: string, read: Purchase | null = null): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const purchase = (attempt === 0 ? read : null) ?? (await purchases.findOne({ _id: purchaseId }));
      const isDue = purchase !== null && (purchase.deskDue === true || purchase.desk === undefined);
      if (!isDue || (await store(purchase))) return;
    }
    // Others change it all the time, and each of them refreshes it.
  }

  return {
    refresh,
    async noteProblems() {
      await purchases.updateMany({ 'desk.hasProblem': true } as mongo.Filter<Purchase>, DESK_CHANGED);
    },
    async sweep() {
      for (const filter of [{ deskDue: true as const }, { 'desk.fulfilment': null }])
        for (;;) {
          const found = await purchases.find(filter as mongo.Filter<Purchase>, { _id: 1 }).limit(BATCH);
          for (const { _id } of found) await refresh(_id);
          if (found.length < BATCH) break;
        }
    },
  };
}
