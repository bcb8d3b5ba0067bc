import type { Connection } from 'mongoose';
import { TOPICS, withSuffix, type TopicLayout } from '@vidhi/contracts/topics.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { createFindKnownAudit } from '@vidhi/outbox/audit-entry.ts';
import type { DocumentId } from '@vidhi/outbox/outbox-document.ts';
import { addOutboxMetrics } from '@vidhi/outbox/outbox-stats.ts';
import { startOutbox } from '@vidhi/outbox/start-outbox.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import type { Config } from '../config.ts';
import { CONTACT_MESSAGES } from '../contact/contact-collection.ts';
import { GRIEVANCES } from '../grievances/grievance-collection.ts';
import { mongoGrievanceStore, type GrievanceStore } from '../grievances/grievance-store.ts';
import { mongoInboxStore, type InboxStore } from '../inbox/inbox-store.ts';
import { REPLY_TEMPLATES } from '../inbox/reply-template-collection.ts';
import { mongoReplyTemplateStore, type ReplyTemplateStore } from '../inbox/reply-template-store.ts';
import { DIGESTS } from '../newsletter/digest-collection.ts';
import { mongoDigestStore, type DigestStore } from '../newsletter/digest-store.ts';
import { ISSUES } from '../newsletter/issue-collection.ts';
import { mongoIssueStore, type IssueStore } from '../newsletter/issue-store.ts';
import { mongoListKeys, type ListKeys } from '../newsletter/list-keys.ts';
import { WEBHOOKS } from '../webhooks/webhook-collections.ts';
import { PEOPLE_READINGS, mongoPeopleReadings, type PeopleReadings } from './people-readings.ts';
import { SUBSCRIBER_ACTS, mongoSubscriberActs, type SubscriberActs } from '../subscribers/subscriber-acts.ts';

/** Stores of what staff writes, each with its entries of the audit log. */
export interface PeopleStores {
  auditTopic: TopicLayout;
  issues: IssueStore;
  digests: DigestStore;
  acts: SubscriberActs;
  keys: ListKeys;
  inbox: InboxStore;
  grievances: GrievanceStore;
  templates: ReplyTemplateStore;
  /** Accesses of staff to messages, grievances and subscribers, for the audit log. */
  readings: PeopleReadings;
  /** Publishes the entries of a webhook. */
  publishWebhook: (id: number) => void;
}

interface OpenPeopleOptions {
  config: Config;
  connection: Connection;
  connected: Promise<void>;
  client: KafkaClient;
}

/** Opens the stores, and the outboxes that publish their entries of the audit log. */
export function openPeople(
  { log, metrics, closers }: ServiceContext,
  { config, connection, connected, client }: OpenPeopleOptions,
): PeopleStores {
  const auditTopic = withSuffix(TOPICS.siteAudit, config.TOPIC_SUFFIX);
  const producer = closers.open('producer', () => createProducer(client));
  const findAcknowledged = createFindKnownAudit({
    accountsUrl: config.ACCOUNTS_URL,
    serviceToken: config.SERVICE_TOKEN,
  });
  const outboxOf = <Id extends DocumentId>(collection: string) =>
    closers.open(`outbox of ${collection}`, () =>
      startOutbox<Id>({
        connection,
        connected,
        collection,
        topics: [auditTopic],
        findAcknowledged,
        producer,
        log,
      }),
    );
  const issues = outboxOf<number>(ISSUES.name);
  const digests = outboxOf<string>(DIGESTS.name);
  const acts = outboxOf<string>(SUBSCRIBER_ACTS.name);
  const messages = outboxOf<string>(CONTACT_MESSAGES.name);
  const grievances = outboxOf<string>(GRIEVANCES.name);
  const templates = outboxOf<number>(REPLY_TEMPLATES.name);
  const webhooks = outboxOf<number>(WEBHOOKS.name);
  const readings = outboxOf<string>(PEOPLE_READINGS.name);
  addOutboxMetrics(metrics, [issues, digests, acts, messages, grievances, templates, webhooks, readings]);
  return {
    auditTopic,
    publishWebhook: (id) => webhooks.notify(id),
    issues: mongoIssueStore(connection, auditTopic, (id) => issues.notify(id)),
    digests: mongoDigestStore(connection, auditTopic, (id) => digests.notify(id)),
    acts: mongoSubscriberActs(connection, auditTopic, (id) => acts.notify(id)),
    keys: mongoListKeys(connection),
    inbox: mongoInboxStore(connection, auditTopic, (id) => messages.notify(id)),
    grievances: mongoGrievanceStore(connection, auditTopic, (id) => grievances.notify(id)),
    readings: mongoPeopleReadings(connection, { auditTopic, publish: (id) => readings.notify(id) }),
    templates: mongoReplyTemplateStore(connection, auditTopic, (id) => templates.notify(id)),
  };
}
