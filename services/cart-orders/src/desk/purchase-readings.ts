import type { Connection, mongo } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { OUTBOX_FIELDS, OUTBOX_INDEXES, OUTBOX_SETTLED, outboxOf } from '@vidhi/outbox/outbox-document.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';

/** Entries of the audit log on the way there: somebody of the staff has read who bought something, or is to pay for it. */
export const PURCHASE_READINGS = storedCollection(
  'purchase_readings',
  {
    /** Staff account, what was read, and the hour: reading it again within the hour is the same fact. */
    _id: required(String),
    ...OUTBOX_FIELDS,
    at: required(Date),
  },
  [...OUTBOX_INDEXES, { fields: { at: 1 } }],
);

export interface Reading {
  action: 'view' | 'list' | 'export';
  type: 'purchase' | 'payment-link';
  /** Id of the purchase or the link; `all` for several. */
  id: string;
  /** Number of the purchase. */
  label: string | null;
  actor: Actor;
  /** Names of the filters of an export, without their values, which may be personal data. */
  filters?: readonly string[];
}

/** Resolves when a reading is certain to reach the audit log: nothing is shown before. */
export type NoteReading = (reading: Reading) => Promise<void>;

export interface PurchaseReadings {
  note: NoteReading;
  /** Removes what is in the audit log. */
  sweep(): Promise<void>;
}

export interface PurchaseReadingsOptions {
  auditTopic: TopicLayout;
  publish: (id: string) => void;
  now?: () => Date;
}

const HOUR_MS = 3_600_000;

export function mongoPurchaseReadings(
  connection: Connection,
  { auditTopic, publish, now = () => new Date() }: PurchaseReadingsOptions,
): PurchaseReadings {
  const readings = modelOf(connection, PURCHASE_READINGS);
  return {
    async note({ action, type, id: readId, label, actor, filters }) {
      const at = now();
      const occasion = action === 'export' ? crypto.randomUUID() : Math.floor(at.getTime() / HOUR_MS);
      const id = [actor.id, actor.token ?? '', action, type, readId, occasion].join(':');
      const entry = createAuditEntry(auditTopic, {
        service: 'cart-orders',
        type,
        id: readId,
        rev: id,
        at,
        actor,
        action,
        label,
        changes: filters === undefined ? [] : [{ path: 'filters', to: filters.join(', ') }],
      });
      try {
        await readings.insertOne({ _id: id, ...outboxOf([entry]), at });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return;
      }
      publish(id);
    },
    async sweep() {
      const before = new Date(now().getTime() - 2 * HOUR_MS);
      const recorded = { at: { $lt: before }, ...OUTBOX_SETTLED };
      await readings.deleteMany(recorded as unknown as mongo.Filter<{ _id: string; at: Date }>);
    },
  };
}
