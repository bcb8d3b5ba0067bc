import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';

/** A webhook as it was received. Its id is the provider's, so that a repetition is recognized. */
export interface ProviderEvent {
  _id: string;
  /** Removed after 30 days: it has the buyer's contact data. */
  body?: string;
  receivedAt: Date;
  /** Its event by the name of the provider, and the checkout that it was applied to; absent before. */
  name?: string;
  checkoutId?: string;
  state: 'NEW' | 'APPLIED' | 'UNMATCHED' | 'IGNORED';
  attempts: number;
  /** Present while it is to be applied. */
  dueAt?: Date;
}

export interface ProviderEvents {
  /** Stores an event before the response to the webhook is sent. False when it is stored already. */
  insert(id: string, body: string): Promise<boolean>;
  findDue(limit: number): Promise<ProviderEvent[]>;
  end(
    id: string,
    state: 'APPLIED' | 'IGNORED' | 'UNMATCHED',
    about?: Pick<ProviderEvent, 'name' | 'checkoutId'>,
  ): Promise<void>;
  /** The events that were applied to a checkout, in the order of their receipt. */
  listOf(checkoutId: string): Promise<ProviderEvent[]>;
  retry(id: string, state: 'NEW' | 'UNMATCHED', dueAt: Date): Promise<void>;
  removeBodiesBefore(before: Date): Promise<void>;
  countUnmatched(): Promise<number>;
}

/** Maximum number of events that are listed of one checkout. */
const MAX_LISTED = 200;

const eventsOf = (connection: Connection) => connection.collection<ProviderEvent>('provider_events');

export async function createEventIndexes(connection: Connection): Promise<void> {
  await eventsOf(connection).createIndex({ dueAt: 1 }, { sparse: true });
  await eventsOf(connection).createIndex({ receivedAt: 1 });
  await eventsOf(connection).createIndex({ checkoutId: 1 }, { sparse: true });
}

export function mongoProviderEvents(connection: Connection): ProviderEvents {
  const events = eventsOf(connection);
  return {
    async insert(id, body) {
      const at = new Date();
      try {
        await events.insertOne({ _id: id, body, receivedAt: at, state: 'NEW', attempts: 0, dueAt: at });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    findDue: (limit) =>
      events
        .find({ dueAt: { $lte: new Date() } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray(),
    async end(id, state, about = {}) {
      await events.updateOne({ _id: id }, { $set: { state, ...about }, $unset: { dueAt: '' } });
    },
    listOf: (checkoutId) =>
      events
        .find({ checkoutId }, { projection: { body: 0 } })
        .sort({ receivedAt: 1 })
        .limit(MAX_LISTED)
        .toArray(),
    async retry(id, state, dueAt) {
      await events.updateOne({ _id: id }, { $set: { state, dueAt }, $inc: { attempts: 1 } });
    },
    async removeBodiesBefore(before) {
      await events.updateMany(
        { receivedAt: { $lt: before }, dueAt: { $exists: false }, body: { $exists: true } },
        { $unset: { body: '' } },
      );
    },
    countUnmatched: () => events.countDocuments({ state: 'UNMATCHED' }),
  };
}
