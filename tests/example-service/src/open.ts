import type { FastifyInstance } from 'fastify';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { connectKafkaOf } from '@vidhi/messaging/kafka.ts';
import { openConsumer } from '@vidhi/messaging/open-consumer.ts';
import { keepEnsuringTopics } from '@vidhi/messaging/topic-setup.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { COUNTED_EVENTS, createPublishedPosts } from './posts/published-posts.ts';

/** Opens the whole service. */
export async function open(context: ServiceContext, config: Config): Promise<FastifyInstance> {
  const { metrics, closers } = context;
  const posts = withSuffix(TOPICS.newsPosts, config.TOPIC_SUFFIX);
  const client = connectKafkaOf('hello', config, context);
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
