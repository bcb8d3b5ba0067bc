import { randomBytes } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { subscriberId, type Subscriber } from './subscriber.ts';

export interface SubscriberStore {
  /**
   * Adds an address that asks for the newsletter. Resolves with the subscriber when a confirmation mail is due, else null:
   * it is confirmed already, or asked too often.
   */
  request(address: string, source: string): Promise<Subscriber | null>;
  /** Subscribers whose confirmation mail has no ledger row yet. */
  findMailDue(limit: number): Promise<Subscriber[]>;
  /** Records that the mail of this request has its ledger row. */
  mailPlanned(subscriber: Pick<Subscriber, '_id' | 'requests'>): Promise<void>;
  find(id: string): Promise<Subscriber | null>;
  /** Whether the key confirms; repeatable. */
  confirm(id: string, key: string): Promise<boolean>;
  /** Whether the key unsubscribes; repeatable. Deletes the address. */
  unsubscribe(id: string, key: string): Promise<boolean>;
  /** Deletes the address without its key, for the erasure of its owner's account; repeatable. */
  erase(id: string): Promise<void>;
  /** Adds an address of an imported site, which is mailed nothing. */
  import(entry: { id: number; address: string; createdAt: Date }): Promise<'imported' | 'unchanged'>;
  removeImported(): Promise<void>;
  countImported(): Promise<number>;
  /** Deletes addresses that were not confirmed in time. */
  removeUnconfirmed(before: Date): Promise<void>;
}

const COLLECTION = 'subscribers';
/** Requests within this time after the last one send no second mail. */
const COOL_DOWN_MS = 600_000;
/** Confirmation mails to one address until it confirms, or its entry is deleted: bounds what others can make it receive. */
const MAX_REQUESTS = 5;

const newKey = (): string => randomBytes(24).toString('base64url');

export async function createSubscriberIndexes(connection: Connection): Promise<void> {
  const subscribers = connection.collection<Subscriber>(COLLECTION);
  await subscribers.createIndex({ mailDue: 1 }, { sparse: true });
  await subscribers.createIndex({ importedId: 1 }, { sparse: true });
}

export function mongoSubscriberStore(
  connection: Connection,
  now: () => Date = () => new Date(),
): SubscriberStore {
  const subscribers = connection.collection<Subscriber>(COLLECTION);

  const freshEntry = (address: string): Omit<Subscriber, 'state' | 'source' | 'createdAt'> => ({
    _id: subscriberId(address),
    email: address,
    confirmKey: newKey(),
    unsubscribeKey: newKey(),
    requests: 0,
    requestedAt: new Date(0),
  });

  /** Whether it was inserted. */
  async function insertNew(entry: Subscriber): Promise<boolean> {
    try {
      await subscribers.insertOne(entry);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  const change = (filter: mongo.Filter<Subscriber>, update: mongo.UpdateFilter<Subscriber>) =>
    subscribers.findOneAndUpdate(filter, update, { returnDocument: 'after' });

  const withoutAddress = (): mongo.UpdateFilter<Subscriber> => ({
    $set: { state: 'UNSUBSCRIBED', unsubscribedAt: now() },
    $unset: { email: '', mailDue: '', confirmedAt: '' },
  });

  return {
    async request(address, source) {
      const at = now();
      const first: Subscriber = {
        ...freshEntry(address),
        state: 'PENDING',
        source,
        createdAt: at,
        requests: 1,
        requestedAt: at,
        mailDue: true,
      };
      if (await insertNew(first)) return first;
      return change(
        {
          _id: first._id,
          state: { $ne: 'CONFIRMED' },
          requests: { $lt: MAX_REQUESTS },
          requestedAt: { $lt: new Date(at.getTime() - COOL_DOWN_MS) },
        },
        {
          $set: { email: address, state: 'PENDING', requestedAt: at, mailDue: true },
          $inc: { requests: 1 },
        },
      );
    },
    findMailDue: (limit) => subscribers.find({ mailDue: true }).limit(limit).toArray(),
    async mailPlanned({ _id, requests }) {
      await subscribers.updateOne({ _id, requests }, { $unset: { mailDue: '' } });
    },
    find: (id) => subscribers.findOne({ _id: id }),
    async confirm(id, key) {
      const confirmed = await change(
        { _id: id, confirmKey: key, state: { $in: ['PENDING', 'CONFIRMED'] } },
        { $set: { state: 'CONFIRMED' }, $min: { confirmedAt: now() } },
      );
      return confirmed !== null;
    },
    async unsubscribe(id, key) {
      return (await change({ _id: id, unsubscribeKey: key }, withoutAddress())) !== null;
    },
    async erase(id) {
      await change({ _id: id }, withoutAddress());
    },
    async import({ id, address, createdAt }) {
      const inserted = await insertNew({
        ...freshEntry(address),
        state: 'IMPORTED',
        source: 'import',
        createdAt,
        importedId: id,
      });
      return inserted ? 'imported' : 'unchanged';
    },
    async removeImported() {
      await subscribers.deleteMany({ state: 'IMPORTED' });
    },
    countImported: () => subscribers.countDocuments({ importedId: { $exists: true } }),
    async removeUnconfirmed(before) {
      await subscribers.deleteMany({
        state: 'PENDING',
        requestedAt: { $lt: before },
        importedId: { $exists: false },
      });
    },
  };
}
