import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import {
  modelOf,
  oneOf,
  optional,
  required,
  storedCollection,
  UNORDERED,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Webhooks as they were received. The id is the provider's, so that a repetition is recognized. */
export const PROVIDER_EVENTS = storedCollection(
  'provider_events',
  {
    _id: required(String),
    /** Removed after 30 days: it has the buyer's contact data. */
    body: optional(String),
    receivedAt: required(Date),
    /** Id of the payment, for events of unknown orders; absent in events that older releases stored. */
    paymentId: optional(String),
    /** Its event by the name of the provider, and the checkout that it was applied to; absent before. */
    name: optional(String),
    checkoutId: optional(String),
    state: oneOf(['NEW', 'APPLIED', 'UNMATCHED', 'IGNORED']),
    attempts: required(Number),
    /** Present while it is to be applied. */
    dueAt: optional(Date),
  },
  [
    { fields: { dueAt: 1 }, sparse: true },
    { fields: { receivedAt: 1 } },
    { fields: { checkoutId: 1 }, sparse: true },
    { fields: { paymentId: 1 }, sparse: true },
  ],
);
export type ProviderEvent = StoredDocument<typeof PROVIDER_EVENTS>;

/** End of an event, with its name and the checkout that it was applied to. */
export interface EndedEvent extends Pick<ProviderEvent, 'name' | 'checkoutId' | 'paymentId'> {
  id: string;
  state: 'APPLIED' | 'IGNORED' | 'UNMATCHED';
}

export interface ProviderEvents {
  /** Stores an event before the response to the webhook is sent. False when it is stored already. */
  insert(id: string, body: string): Promise<boolean>;
  findDue(limit: number): Promise<ProviderEvent[]>;
  end(ended: readonly EndedEvent[]): Promise<void>;
  /** The events that were applied to a checkout, in the order of their receipt. */
  listOf(checkoutId: string): Promise<ProviderEvent[]>;
  /** @param paymentId of an event about an unknown order */
  retry(id: string, state: 'NEW' | 'UNMATCHED', dueAt: Date, paymentId?: string): Promise<void>;
  removeBodiesBefore(before: Date): Promise<void>;
  countUnmatched(): Promise<number>;
}

/** Maximum number of events that are listed of one checkout. */
const MAX_LISTED = 200;

export function mongoProviderEvents(connection: Connection): ProviderEvents {
  const events = modelOf(connection, PROVIDER_EVENTS);
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
        .exec(),
    async end(ended) {
      await events.bulkWrite(
        ended.map(({ id, ...about }) => ({
          updateOne: { filter: { _id: id }, update: { $set: about, $unset: { dueAt: '' } } },
        })),
        UNORDERED,
      );
    },
    listOf: (checkoutId) =>
      events.find({ checkoutId }, { body: 0 }).sort({ receivedAt: 1 }).limit(MAX_LISTED).exec(),
    async retry(id, state, dueAt, paymentId) {
      const about = paymentId === undefined ? {} : { paymentId };
      await events.updateOne({ _id: id }, { $set: { state, dueAt, ...about }, $inc: { attempts: 1 } });
    },
    async removeBodiesBefore(before) {
      await events.updateMany(
        { receivedAt: { $lt: before }, dueAt: { $exists: false }, body: { $exists: true } },
        { $unset: { body: '' } },
      );
    },
    countUnmatched: () => events.countDocuments({ state: 'UNMATCHED' }).exec(),
  };
}
