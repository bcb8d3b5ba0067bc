import type { SubscriberImportResult } from '@vidhi/contracts/newsletter.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { UNORDERED, type StoredModel } from '@vidhi/service-kit/stored-collection.ts';
import type { Subscriber } from './subscriber-collection.ts';
import { freshEntry, hasLeft, subscriberId } from './subscriber.ts';

/** Numbers of addresses by what an import did with them. */
export type ConsentedCounts = Omit<SubscriberImportResult['data'], 'invalid'>;

/** Addresses whose owners have consented elsewhere. None may be in a list twice. */
export interface ConsentedAddresses {
  /**
   * Adds them, as this act of staff says; repeatable. Nobody who has unsubscribed here is added, neither while the entry
   * waits for its owner to confirm again.
   */
  addConsented(addresses: readonly string[], act: { id: string; at: Date }): Promise<ConsentedCounts>;
  /** Counts what adding them would do. */
  countConsented(addresses: readonly string[]): Promise<ConsentedCounts>;
}

type Known = Pick<Subscriber, '_id' | 'state' | 'consentAct' | 'unsubscribedAt'>;
const KNOWN = { state: 1, consentAct: 1, unsubscribedAt: 1 } as const;
/** Addresses of one batch: an import of thousands ends within the time of a request. */
const AT_ONCE = 1_000;

/** Returns the result for an address that an import does not add; null for one that it adds or that has been added. */
function outcomeOf(known: Known | undefined): 'unsubscribed' | 'bounced' | null {
  if (known === undefined) return null;
  if (known.state === 'BOUNCED') return 'bounced';
  return hasLeft(known) ? 'unsubscribed' : null;
}

export function createConsentedAddresses(subscribers: StoredModel<Subscriber>): ConsentedAddresses {
  async function findKnown(addresses: readonly string[]): Promise<ReadonlyMap<string, Known>> {
    const found: Known[] = await subscribers.find({ _id: { $in: addresses.map(subscriberId) } }, KNOWN);
    return new Map(found.map((known) => [known._id, known]));
  }

  async function count(
    addresses: readonly string[],
    resultOf: (known: Known | undefined) => keyof ConsentedCounts,
  ): Promise<ConsentedCounts> {
    const counts: ConsentedCounts = { added: 0, unchanged: 0, unsubscribed: 0, bounced: 0 };
    for (let at = 0; at < addresses.length; at += AT_ONCE) {
      const part = addresses.slice(at, at + AT_ONCE);
      const known = await findKnown(part);
      for (const address of part) counts[resultOf(known.get(subscriberId(address)))] += 1;
    }
    return counts;
  }

  async function addBatch(addresses: readonly string[], act: { id: string; at: Date }): Promise<void> {
    const consented = { state: 'CONFIRMED' as const, confirmedAt: act.at, consentAct: act.id };
    const known = await findKnown(addresses);
    const fresh = addresses
      .filter((address) => !known.has(subscriberId(address)))
      .map((address) => ({
        ...freshEntry(address),
        ...consented,
        source: 'staff-import',
        createdAt: act.at,
      }));
    const inserts = fresh.map((document) => ({ insertOne: { document } }));
    if (inserts.length > 0)
      await subscribers.bulkWrite(inserts, UNORDERED).catch((error: unknown) => {
        // Another request inserted one meanwhile, which is updated as those that were there before.
        if (!isDuplicateKey(error)) throw error;
      });
    await subscribers.updateMany(
      {
        _id: { $in: addresses.map(subscriberId) },
        state: { $in: ['PENDING', 'IMPORTED'] },
        unsubscribedAt: { $exists: false },
      },
      { $set: consented, $unset: { mailDue: '' } },
    );
  }

  return {
    async addConsented(addresses, act) {
      for (let at = 0; at < addresses.length; at += AT_ONCE)
        await addBatch(addresses.slice(at, at + AT_ONCE), act);
      return count(addresses, (known) => {
        if (known?.consentAct === act.id) return 'added';
        return outcomeOf(known) ?? 'unchanged';
      });
    },
    countConsented: (addresses) =>
      count(addresses, (known) => {
        if (known?.state === 'CONFIRMED') return 'unchanged';
        return outcomeOf(known) ?? 'added';
      }),
  };
}
