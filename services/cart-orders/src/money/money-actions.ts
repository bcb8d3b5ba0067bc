import type { Connection } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { OUTBOX_FIELDS, OUTBOX_INDEXES, outboxOf } from '@vidhi/outbox/outbox-document.ts';
import { modelOf, oneOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';

export const MONEY_ACTIONS = ['repair', 'dismiss', 'webhook_replayed', 'export'] as const;
export type MoneyAction = (typeof MONEY_ACTIONS)[number];

/** Acts of staff on payments that concern no single purchase: each has an entry of the audit log. */
export const MONEY_ACTS = storedCollection(
  'money_acts',
  {
    _id: required(String),
    ...OUTBOX_FIELDS,
    action: oneOf(MONEY_ACTIONS),
    at: required(Date),
  },
  [...OUTBOX_INDEXES, { fields: { at: 1 } }],
);

export interface MoneyAct {
  action: MoneyAction;
  /** Payment, webhook or month that it concerns. */
  subject: string;
  label: string;
  reason?: string;
  actor: Actor;
}

/** Stores an act before it is done, with its entry of the audit log: nothing is done that is not in the log. */
export type NoteMoneyAct = (act: MoneyAct) => Promise<void>;

export interface MoneyActsOptions {
  auditTopic: TopicLayout;
  publish: (id: string) => void;
  now?: () => Date;
}

export function mongoNoteMoneyAct(
  connection: Connection,
  { auditTopic, publish, now = () => new Date() }: MoneyActsOptions,
): NoteMoneyAct {
  const acts = modelOf(connection, MONEY_ACTS);
  return async ({ action, subject, label, reason, actor }) => {
    const at = now();
    const id = crypto.randomUUID();
    const entry = createAuditEntry(auditTopic, {
      service: 'cart-orders',
      type: 'money',
      id,
      rev: 1,
      at,
      actor,
      action,
      label,
      changes: [{ path: 'subject', to: subject }],
      ...(reason === undefined ? {} : { reason }),
    });
    await acts.insertOne({ _id: id, ...outboxOf([entry]), action, at });
    publish(id);
  };
}
