import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { AuditChange } from '@vidhi/contracts/audit.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { OUTBOX_FIELDS, OUTBOX_INDEXES, outboxOf } from '@vidhi/outbox/outbox-document.ts';
import {
  modelOf,
  oneOf,
  optional,
  required,
  requiredOrNull,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

const KINDS = ['add', 'import', 'export', 'unsubscribe', 'resend'] as const;

/** Acts of staff on addresses of subscribers, and on mails that were given up (`resend`). An import is the proof of consent of the addresses that it added. */
export const SUBSCRIBER_ACTS = storedCollection(
  'subscriber_acts',
  {
    _id: required(String),
    ...OUTBOX_FIELDS,
    kind: oneOf(KINDS),
    at: required(Date),
    /** Account that did it. */
    by: requiredOrNull(Number),
    /** The consent of the people of an import, in the words of staff. */
    consent: optional(String),
    /** Number of addresses, or of mails. */
    count: optional(Number),
  },
  OUTBOX_INDEXES,
);
export type SubscriberAct = StoredDocument<typeof SUBSCRIBER_ACTS>;

export interface NewAct extends Pick<SubscriberAct, 'kind' | 'consent' | 'count'> {
  actor: Actor;
  /** Subscriber that it concerns; the whole list where left out. */
  subscriberId?: string;
}

const ON_ADDRESSES = { type: 'subscriber', path: 'addresses' } as const;
const ON_MAILS = { type: 'mail', path: 'mails' } as const;

export interface SubscriberActs {
  /** Records an act with its entry of the audit log. Call it before the act, so that none is without its record. */
  record(act: NewAct): Promise<SubscriberAct>;
  /** Resolves with the acts that are there of these. */
  find(ids: readonly string[]): Promise<SubscriberAct[]>;
}

export function mongoSubscriberActs(
  connection: Connection,
  topic: TopicLayout,
  publish: (id: string) => void,
  now: () => Date = () => new Date(),
): SubscriberActs {
  const acts = modelOf(connection, SUBSCRIBER_ACTS);
  return {
    async record({ actor, subscriberId = 'list', kind, consent, count }) {
      const at = now();
      const _id = randomUUID();
      const { type, path } = kind === 'resend' ? ON_MAILS : ON_ADDRESSES;
      const changes: AuditChange[] = count === undefined ? [] : [{ path, to: count }];
      const entry = createAuditEntry(topic, {
        service: 'notify',
        type,
        id: subscriberId,
        rev: _id,
        at,
        actor,
        action: kind,
        label: null,
        changes,
        reason: consent,
      });
      const act: SubscriberAct = {
        _id,
        ...outboxOf([entry]),
        kind,
        at,
        by: actor.id,
        ...(consent === undefined ? {} : { consent }),
        ...(count === undefined ? {} : { count }),
      };
      await acts.insertOne(act);
      publish(_id);
      return act;
    },
    find: async (ids) => (ids.length === 0 ? [] : acts.find({ _id: { $in: [...ids] } })),
  };
}
