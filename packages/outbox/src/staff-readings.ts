import type { Connection, mongo } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';
import { createAuditEntry } from './audit-entry.ts';
import { OUTBOX_FIELDS, OUTBOX_INDEXES, OUTBOX_SETTLED, outboxOf } from './outbox-document.ts';

/** Declares a collection that stores accesses of staff to personal data until the audit log has them. */
export const readingsOf = (name: string) =>
  storedCollection(
    name,
    {
      /** Staff account, what was read, and the hour: reading it again within the hour is the same fact. */
      _id: required(String),
      ...OUTBOX_FIELDS,
      at: required(Date),
    },
    [...OUTBOX_INDEXES, { fields: { at: 1 } }],
  );

export interface StaffReading<Type extends string = string> {
  action: 'view' | 'list' | 'export';
  type: Type;
  /** Id of what was read; `all` for several. */
  id: string;
  /** Number of the record as pages show it, without personal data. */
  label: string | null;
  actor: Actor;
  /** Names of the filters of an export, without their values, which may be personal data. */
  filters?: readonly string[];
}

/** Resolves when a reading is certain to reach the audit log: nothing is shown before. */
export type NoteReading<Type extends string = string> = (reading: StaffReading<Type>) => Promise<void>;

export interface StaffReadings<Type extends string = string> {
  note: NoteReading<Type>;
  /** Removes the accesses that the audit log has. */
  sweep(): Promise<void>;
}

export interface StaffReadingsOptions {
  auditTopic: TopicLayout;
  publish: (id: string) => void;
  now?: () => Date;
}

interface Source {
  collection: ReturnType<typeof readingsOf>;
  /** The service that owns the records. */
  service: string;
}

const HOUR_MS = 3_600_000;

/** Notes readings in a collection, once an hour for the same account and record; every export. */
export function mongoStaffReadings<Type extends string>(
  connection: Connection,
  { collection, service }: Source,
  { auditTopic, publish, now = () => new Date() }: StaffReadingsOptions,
): StaffReadings<Type> {
  const readings = modelOf(connection, collection);
  return {
    async note({ action, type, id: readId, label, actor, filters }) {
      const at = now();
      const occasion = action === 'export' ? crypto.randomUUID() : Math.floor(at.getTime() / HOUR_MS);
      const id = [actor.id, actor.token ?? '', action, type, readId, occasion].join(':');
      const entry = createAuditEntry(auditTopic, {
        service,
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
