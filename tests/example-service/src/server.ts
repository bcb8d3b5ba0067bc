import type { FastifyInstance } from 'fastify';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { openConsumer } from '@vidhi/messaging/open-consumer.ts';
import { keepEnsuringTopics } from '@vidhi/messaging/topic-setup.ts';
import { kafkaAccess } from '@vidhi/service-kit/engine-access.ts';
import { runService, type ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { COUNTED_EVENTS, createPublishedPosts } from './published-posts.ts';

const config = readConfig(process.env);

async function open(context: ServiceContext): Promise<FastifyInstance> {
  const { log, metrics, closers } = context;
  const posts = withSuffix(TOPICS.newsPosts, config.TOPIC_SUFFIX);
  const client = connectKafka({
    brokers: config.KAFKA_BROKERS,
    ...kafkaAccess(config),
    clientId: 'hello',
    log,
  });
  // Every service creates the topics it uses, so that none waits for another to start.
  closers.open('topics', () => keepEnsuringTopics(client, [posts]));
  const published = createPublishedPosts();
  openConsumer(context, {
    client,
    name: 'published',
    groupId: `hello-published${config.TOPIC_SUFFIX}`,
    topics: [posts.name],
    events: COUNTED_EVENTS,
    handle: published.handle,
  });
  return buildApp({ logLevel: config.LOG_LEVEL, metrics, published });
}

await runService({ name: 'hello', config, open });
