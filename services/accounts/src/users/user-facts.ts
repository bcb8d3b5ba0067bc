import { UserRegistered, UserUpdated, eventId } from '@vidhi/contracts/events.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { User } from './user.ts';

/** What other services learn of an account: its name and role, never how to reach or sign in as it. */
const toFact = ({ type, v }: { type: string; v: number }, user: User, at: Date): OutboxEntry => {
  const { id, rev, first_name, last_name, role } = user;
  return {
    id: eventId(type, id, rev),
    key: String(id),
    topic: TOPICS.accountsUsers.name,
    type,
    v,
    occurredAt: at.toISOString(),
    data: { rev, id, first_name, last_name, role },
  };
};

export const userRegistered = (user: User, at: Date): OutboxEntry => toFact(UserRegistered, user, at);
export const userUpdated = (user: User, at: Date): OutboxEntry => toFact(UserUpdated, user, at);
