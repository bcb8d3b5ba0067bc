import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { OutboxDocument } from '@vidhi/outbox/outbox-document.ts';
import { storedUser } from './mongo-user-repository.ts';
import type { UserFacts } from './user-facts.ts';

/** The events that carry an account's current state, for a topic that has lost it. */
export const stateOfUser =
  (facts: UserFacts) =>
  (document: OutboxDocument<number>, at: Date): OutboxEntry[] => {
    const user = storedUser(document);
    return [user.rev === 1 ? facts.registered(user, at) : facts.updated(user, at)];
  };
