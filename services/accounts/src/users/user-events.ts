import { UserRegistered, UserUpdated, eventId } from '@vidhi/contracts/events.ts';
import { TOPICS, type TopicLayout } from '@vidhi/contracts/topics.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import { createAuditAccount, type AuditAccount } from './account-audit.ts';
import type { User } from './user.ts';

type CreateEvent = (user: User, at: Date) => OutboxEntry;

export interface UserEvents {
  registered: CreateEvent;
  updated: CreateEvent;
  /** The change of an account for the audit log. */
  audited: AuditAccount;
}

/** Creates the events of an account: name, role, token version and state, never contact data or credentials. */
export function createUserEvents(topic: string, auditTopic: TopicLayout = TOPICS.siteAudit): UserEvents {
  const eventOf =
    ({ type, v }: { type: string; v: number }): CreateEvent =>
    ({ id, rev, first_name, last_name, role, tokenVersion, confirmed, blocked, erasedAt }, at) => ({
      id: eventId(type, id, rev),
      topic,
      key: String(id),
      type,
      v,
      occurredAt: at.toISOString(),
      data: {
        rev,
        id,
        first_name,
        last_name,
        role,
        tokenVersion,
        confirmed,
        blocked,
        ...(erasedAt === undefined ? {} : { erased: true }),
      },
    });
  return {
    registered: eventOf(UserRegistered),
    updated: eventOf(UserUpdated),
    audited: createAuditAccount(auditTopic),
  };
}
