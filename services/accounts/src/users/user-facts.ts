import { UserRegistered, UserUpdated, eventId } from '@vidhi/contracts/events.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { User } from './user.ts';

type MakeFact = (user: User, at: Date) => OutboxEntry;

export interface UserFacts {
  registered: MakeFact;
  updated: MakeFact;
}

/** The event of an account: name, role, token version and standing, never contact data or credentials. */
export function createUserFacts(topic: string): UserFacts {
  const factOf =
    ({ type, v }: { type: string; v: number }): MakeFact =>
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
  return { registered: factOf(UserRegistered), updated: factOf(UserUpdated) };
}
