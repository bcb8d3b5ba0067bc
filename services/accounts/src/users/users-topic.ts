import type { Connection } from 'mongoose';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { hasPublishedDocuments, republishDocuments } from '@vidhi/messaging/republish-documents.ts';
import type { OwnedTopic } from '@vidhi/messaging/topic-loss.ts';
import { storedUser, usersOutboxOf } from './mongo-user-repository.ts';
import type { UserFacts } from './user-facts.ts';

export interface UsersTopicOptions {
  connection: Connection;
  topic: TopicLayout;
  facts: UserFacts;
  notify: (id: number) => void;
}

/** The topic from which other services learn names and roles, published again when it has lost them. */
export function createUsersTopic({ connection, topic, facts, notify }: UsersTopicOptions): OwnedTopic {
  const documents = usersOutboxOf(connection);
  return {
    topic,
    hasPublished: () => hasPublishedDocuments(documents),
    republish: (signal) =>
      republishDocuments({
        documents,
        stateOf(document, at) {
          const user = storedUser(document);
          return [user.rev === 1 ? facts.registered(user, at) : facts.updated(user, at)];
        },
        notify,
        signal,
      }),
  };
}
