import { randomUUID } from 'node:crypto';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { AuditChange } from '@vidhi/contracts/audit.ts';
import { OrderAddressed, OrderCancelled, OrderRequested, OrderShipped } from '@vidhi/contracts/events.ts';
import { TOPICS, type TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { createEntry, type StoredEntry } from '@vidhi/outbox/entry.ts';
import type { BuyerRequest, Purchase } from './purchase.ts';

/** Creates the events of a purchase after its creation, for the write that they are about. */
export interface PurchaseEvents {
  /** The event of a parcel; `lineId` is one of its lines. */
  parcel(purchaseId: string, shipmentId: number, lineId: number, at: Date): StoredEntry;
  /** `day` is YYYY-MM-DD. */
  shipped(purchaseId: string, lineId: number, day: string, at: Date): StoredEntry;
  cancelled(purchaseId: string, at: Date): StoredEntry;
  addressed(purchaseId: string, at: Date): StoredEntry;
  /** The event of a request of the buyer, or of its decision. */
  requested(purchaseId: string, request: Pick<BuyerRequest, 'id' | 'state'>, at: Date): StoredEntry;
  /** The entry of the audit log for a write of staff. */
  audited(purchase: Pick<Purchase, '_id' | 'purchaseNumber'>, write: PurchaseWrite): StoredEntry;
}

export interface PurchaseWrite {
  actor: Actor;
  action: string;
  at: Date;
  /** Without personal data. */
  changes: readonly AuditChange[];
  reason?: string;
}

export const createPurchaseEvents = (
  topic: TopicLayout,
  auditTopic: TopicLayout = TOPICS.siteAudit,
): PurchaseEvents => ({
  audited: ({ _id, purchaseNumber }, write) =>
    createAuditEntry(auditTopic, {
      service: 'cart-orders',
      type: 'purchase',
      id: _id,
      // Writes of a purchase do not compare its revision: a repeated one matches no document.
      rev: randomUUID(),
      label: purchaseNumber ?? null,
      ...write,
    }),
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
  requested: (purchaseId, { id: requestId, state }, occurredAt) =>
    createEntry(topic, OrderRequested, {
      id: `order.requested:${purchaseId}:${requestId}:${state}`,
      key: purchaseId,
      data: { purchaseId, requestId, state },
      occurredAt,
    }),
});
