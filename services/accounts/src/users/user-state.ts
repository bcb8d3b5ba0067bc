import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { OutboxDocument } from '@vidhi/outbox/outbox-document.ts';
import { storedUser } from './mongo-user-repository.ts';
import type { UserEvents } from './user-events.ts';

/** The events that carry an account's current state, for a topic that has lost it. */
export const stateOfUser =
  (userEvents: UserEvents) =>
  (document: OutboxDocument<number>, at: Date): OutboxEntry[] => {
    const user = storedUser(document);
    return [user.rev === 1 ? userEvents.registered(user, at) : userEvents.updated(user, at)];
  };
