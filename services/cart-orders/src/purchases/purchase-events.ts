import { OrderAddressed, OrderCancelled, OrderShipped } from '@vidhi/contracts/events.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createEntry, type StoredEntry } from '@vidhi/outbox/entry.ts';

/** Creates the events of a purchase after its creation, for the write that they are about. */
export interface PurchaseEvents {
  /** The event of a parcel; `lineId` is one of its lines. */
  parcel(purchaseId: string, shipmentId: number, lineId: number, at: Date): StoredEntry;
  /** `day` is YYYY-MM-DD. */
  shipped(purchaseId: string, lineId: number, day: string, at: Date): StoredEntry;
  cancelled(purchaseId: string, at: Date): StoredEntry;
  addressed(purchaseId: string, at: Date): StoredEntry;
}

export const createPurchaseEvents = (topic: TopicLayout): PurchaseEvents => ({
  parcel: (purchaseId, shipmentId, lineId, occurredAt) =>
    createEntry(topic, OrderShipped, {
      id: `order.shipped:${purchaseId}:parcel-${shipmentId}`,
      key: purchaseId,
      data: { purchaseId, lineId, shipmentId },
      occurredAt,
    }),
  shipped: (purchaseId, lineId, day, occurredAt) =>
    createEntry(topic, OrderShipped, {
      id: `order.shipped:${purchaseId}:${lineId}:${day}`,
      key: purchaseId,
      data: { purchaseId, lineId },
      occurredAt,
    }),
  cancelled: (purchaseId, occurredAt) =>
    createEntry(topic, OrderCancelled, {
      id: `order.cancelled:${purchaseId}`,
      key: purchaseId,
      data: { purchaseId },
      occurredAt,
    }),
  addressed: (purchaseId, occurredAt) =>
    createEntry(topic, OrderAddressed, {
      id: `order.addressed:${purchaseId}`,
      key: purchaseId,
      data: { purchaseId },
      occurredAt,
    }),
});
