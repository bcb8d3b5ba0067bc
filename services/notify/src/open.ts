import type { FastifyInstance } from 'fastify';
import { mongoOrigin } from '@vidhi/content-service/import-endpoint.ts';
import { TOPICS, withSuffix, type TopicLayout } from '@vidhi/contracts/topics.ts';
import { connectKafkaOf } from '@vidhi/messaging/kafka.ts';
import { openConsumer } from '@vidhi/messaging/open-consumer.ts';
import { keepEnsuringTopics } from '@vidhi/messaging/topic-setup.ts';
import { nextId } from '@vidhi/service-kit/counters.ts';
import { openDatabase } from '@vidhi/service-kit/open-database.ts';
import { prepareDatabase } from '@vidhi/service-kit/preparation.ts';
import { openCounters } from '@vidhi/service-kit/open-counters.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { acceptedServiceTokens } from '@vidhi/service-kit/service-env.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { openTokenVerifier } from '@vidhi/service-kit/api-token-verifier.ts';
import { buildApp } from './app.ts';
import { COLLECTIONS } from './collections.ts';
import { trustedProxies, type Config } from './config.ts';
import { prepareContactMessages } from './contact/contact-store.ts';
import { CONSUMED_EVENTS } from './ledger/planned-mails.ts';
import { createRequestLimits } from './limits/request-limits.ts';
import { openMailing, type MailingParts } from './sending/open-mailing.ts';
import { SITE_EVENTS } from './site/site-copy.ts';
import { openPeople } from './staff/open-people.ts';
import { USER_EVENTS, mongoTokenVersions } from './staff/token-versions.ts';
import { mailServerOf } from './system/mail-server.ts';
import { openWebhooks } from './webhooks/open-webhooks.ts';
import { WEBHOOK_SOURCES } from './webhooks/webhook-bodies.ts';
import { mongoSubscriberList } from './subscribers/subscriber-list.ts';
import { hashPlainKeys } from './subscribers/subscriber-store.ts';

const READINGS_SWEEP_MS = 3_600_000;

/** Opens the whole service. `parts` replaces some of it, for tests that crash a process. */
export async function open(
  context: ServiceContext,
  config: Config,
  parts: MailingParts = {},
): Promise<FastifyInstance> {
  const { metrics, closers } = context;
  const mailRequests = withSuffix(TOPICS.accountsMailRequests, config.TOPIC_SUFFIX);
  const purchases = withSuffix(TOPICS.ordersPurchases, config.TOPIC_SUFFIX);
  const decisions = withSuffix(TOPICS.catalogDecisions, config.TOPIC_SUFFIX);
  const mentions = withSuffix(TOPICS.newsMentions, config.TOPIC_SUFFIX);
  const newsSite = withSuffix(TOPICS.newsSite, config.TOPIC_SUFFIX);
  const posts = withSuffix(TOPICS.newsPosts, config.TOPIC_SUFFIX);
  const profiles = withSuffix(TOPICS.catalogProfiles, config.TOPIC_SUFFIX);

  const database = openDatabase(context, config);
  const { connection, connected } = database;
  const { counters, check: checkRedis } = openCounters(context, config);
  const client = connectKafkaOf('notify', config, context);
  const people = openPeople(context, { config, connection, connected, client });
  const users = withSuffix(TOPICS.accountsUsers, config.TOPIC_SUFFIX);
  closers.open('topics', () =>
    keepEnsuringTopics(client, [
      mailRequests,
      purchases,
      decisions,
      newsSite,
      posts,
      profiles,
      mentions,
      users,
      people.auditTopic,
    ]),
  );
  const mailing = openMailing(context, config, connection, people, parts);
  const webhooks = openWebhooks(context, {
    config,
    connection,
    auditTopic: people.auditTopic,
    publish: people.publishWebhook,
  });
  const tokenVersions = mongoTokenVersions(connection);

  const preparation = prepareDatabase(context, {
    database,
    async prepare(report) {
      report('creating indexes');
      await createIndexes(connection, COLLECTIONS);
      report('hashing the keys of subscribers');
      await hashPlainKeys(connection);
      report('adding the states of contact messages');
      await prepareContactMessages(connection);
    },
    onPrepared() {
      mailing.start();
      webhooks.start();
      closers.every('readings that are in the audit log', READINGS_SWEEP_MS, people.readings.sweep);
      openConsumer(context, {
        client,
        name: 'webhooks',
        groupId: `notify-webhooks${config.TOPIC_SUFFIX}${parts.groupSuffix ?? ''}`,
        topics: [purchases.name, posts.name, profiles.name],
        events: WEBHOOK_SOURCES,
        handle: webhooks.handle,
      });
      const openMailConsumer = (name: string, { name: topic }: TopicLayout) =>
        openConsumer(context, {
          client,
          name,
          groupId: `notify-${name.replaceAll('_', '-')}${config.TOPIC_SUFFIX}${parts.groupSuffix ?? ''}`,
          topics: [topic],
          events: CONSUMED_EVENTS,
          handle: mailing.handleEvent,
        });
      openMailConsumer('mail_requests', mailRequests);
      openMailConsumer('purchases', purchases);
      openMailConsumer('decisions', decisions);
      openMailConsumer('mentions', mentions);
      openConsumer(context, {
        client,
        name: 'site',
        // A group of an earlier release had read past the events of pages.
        groupId: `notify-site-and-pages${config.TOPIC_SUFFIX}`,
        topics: [newsSite.name],
        events: SITE_EVENTS,
        handle: mailing.site.handle,
      });
      openConsumer(context, {
        client,
        name: 'users',
        groupId: `notify-users${config.TOPIC_SUFFIX}`,
        topics: [users.name],
        events: USER_EVENTS,
        handle: tokenVersions.handle,
      });
    },
  });

  return buildApp({
    logLevel: config.LOG_LEVEL,
    metrics,
    readiness: () => ({
      preparation: preparation.check(),
      mongo: { ok: database.isConnected(), isAdvisory: true },
      redis: checkRedis(),
    }),
    isReady: preparation.isDone,
    trustedProxies: trustedProxies(config),
    serviceToken: acceptedServiceTokens(config),
    ledger: mailing.ledger,
    enqueue: mailing.enqueue,
    receiveContact: mailing.receiveContact,
    readSite: mailing.site.read,
    subscribe: mailing.subscribe,
    subscribers: mailing.subscribers,
    personalData: { ...mailing, grievances: people.grievances },
    limits: createRequestLimits(counters),
    nextResponseId: () => nextId(connection, 'coming-soon-user'),
    importOrigin: mongoOrigin(connection),
    auth: {
      verifyToken: openTokenVerifier(config),
      isCurrent: tokenVersions.isCurrent,
    },
    subscriberDesk: {
      list: mongoSubscriberList(connection, people.acts),
      acts: people.acts,
      subscribers: mailing.subscribers,
      subscribe: mailing.subscribe,
      readsBounces: mailing.readsBounces,
      noteReading: people.readings.note,
    },
    webhooks,
    mailServer: mailServerOf(config),
    inbox: {
      inbox: people.inbox,
      noteReading: people.readings.note,
      templates: people.templates,
      ledger: mailing.ledger,
      planMails: mailing.planContactMails,
      readSite: mailing.site.read,
    },
    grievances: {
      grievances: people.grievances,
      noteReading: people.readings.note,
      receive: mailing.receiveGrievance,
      planMails: mailing.planGrievanceMails,
      ledger: mailing.ledger,
      readSite: mailing.site.read,
    },
    digests: people.digests,
    newsletter: {
      issues: people.issues,
      keys: people.keys,
      sending: mailing.sendIssues,
      subscribers: mailing.subscribers,
      ledger: mailing.ledger,
      enqueue: mailing.enqueue,
      findPublished: mailing.findPublished,
      mailsPerMinute: config.NEWSLETTER_MAILS_PER_MINUTE,
      readSite: mailing.site.read,
      render: mailing.render,
    },
  });
}
