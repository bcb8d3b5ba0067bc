import { createHash } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { WEBHOOK_DELIVERIES, type StoredDelivery } from './webhook-collections.ts';

export interface NewDelivery {
  /** Id of the event, the same for every repetition of it. */
  eventId: string;
  webhook: number;
  event: string;
  body: string;
}

export interface DeliveryStore {
  /** Adds a delivery unless it is there. Resolves with its id. */
  insert(delivery: NewDelivery): Promise<string>;
  /** Takes the lease of a delivery that is due; null when another process has it, or it is not due. */
  claim(id: string): Promise<StoredDelivery | null>;
  /** Ends the lease. Without `retryAt` the delivery has ended. */
  settle(id: string, outcome: { isDelivered: boolean; result: string; retryAt: Date | null }): Promise<void>;
  findDue(limit: number): Promise<Pick<StoredDelivery, '_id' | 'attempts'>[]>;
  /** The newest first. */
  listOf(webhook: number, limit: number): Promise<StoredDelivery[]>;
  /** Resolves with whether the webhook has a delivery of this id. */
  has(webhook: number, id: string): Promise<boolean>;
  /** Makes a delivery of a webhook due again; null when it has none of this id. */
  requeue(webhook: number, id: string): Promise<StoredDelivery | null>;
  removeBefore(at: Date): Promise<void>;
}

/** Longer than an attempt. */
const LEASE_MS = 30_000;
const EPOCH = new Date(0);
const ID_CHARS = 40;

export const deliveryId = (eventId: string, webhook: number): string =>
  createHash('sha256').update(`${webhook}:${eventId}`).digest('hex').slice(0, ID_CHARS);

export function mongoDeliveryStore(
  connection: Connection,
  now: () => Date = () => new Date(),
): DeliveryStore {
  const deliveries = modelOf(connection, WEBHOOK_DELIVERIES);
  const due = () => ({
    state: 'queued' as const,
    dueAt: { $lte: now() },
    leasedUntil: { $lte: now() },
  });
  return {
    async insert({ eventId, webhook, event, body }) {
      const _id = deliveryId(eventId, webhook);
      const at = now();
      try {
        await deliveries.insertOne({
          _id,
          webhook,
          event,
          body,
          state: 'queued',
          attempts: 0,
          createdAt: at,
          dueAt: at,
          leasedUntil: EPOCH,
          result: null,
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      return _id;
    },
    claim: (id) =>
      deliveries.findOneAndUpdate(
        { _id: id, ...due() },
        { $set: { leasedUntil: new Date(now().getTime() + LEASE_MS) }, $inc: { attempts: 1 } },
        { returnDocument: 'after' },
      ),
    async settle(id, { isDelivered, result, retryAt }) {
      const state = isDelivered ? 'delivered' : retryAt === null ? 'failed' : 'queued';
      await deliveries.updateOne(
        { _id: id, state: 'queued' },
        { $set: { state, result, leasedUntil: EPOCH, ...(retryAt === null ? {} : { dueAt: retryAt }) } },
      );
    },
    findDue: (limit) => deliveries.find(due(), { _id: 1, attempts: 1 }).sort({ dueAt: 1 }).limit(limit),
    listOf: (webhook, limit) => deliveries.find({ webhook }).sort({ createdAt: -1 }).limit(limit),
    has: async (webhook, id) => (await deliveries.findOne({ _id: id, webhook }, { _id: 1 })) !== null,
    requeue: (webhook, id) =>
      deliveries.findOneAndUpdate(
        { _id: id, webhook },
        { $set: { state: 'queued', attempts: 0, dueAt: now() } },
        { returnDocument: 'after' },
      ),
    async removeBefore(at) {
      await deliveries.deleteMany({ createdAt: { $lt: at } });
    },
  };
}
