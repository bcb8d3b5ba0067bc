import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { freshDatabase, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys, type TokenMaker } from '@vidhi/testing/tokens.ts';
import { watchedService } from '@vidhi/testing/watched-process.ts';
import { newsTopics, type NewsTopics } from './topics.ts';

export const SERVICE_TOKEN = 'a-service-token-of-32-characters!';

/** A site with its own database, topics and processes on the engines of the test run. */
export interface NewsSite {
  topics: NewsTopics;
  topicSuffix: string;
  mongoUrl: string;
  start(role: 'read' | 'write' | 'all', env?: Record<string, string>): Promise<ServiceProcess>;
  editor: { authorization: string };
  /** Authorization header for any user. */
  bearer: TokenMaker['bearer'];
  /** Throws when a process sent MongoDB a command outside the subset of both engines. */
  expectOnlySubset(): void;
  close(): Promise<void>;
}

const SERVER = join(import.meta.dirname, 'server.ts');

export async function aNewsSite(): Promise<NewsSite> {
  const engines = testEngines();
  const database = freshDatabase('news');
  const topicSuffix = freshTopicSuffix();
  const topics = newsTopics(topicSuffix);
  const client = connectKafka({ brokers: engines.kafkaBrokers, clientId: 'news-test' });
  const tokens = await createTokenMaker();
  const keys = await serveKeys(tokens.jwks);
  const dataDir = mkdtempSync(join(tmpdir(), 'vidhi-news-'));
  const watch = watchedService();
  const processes: ServiceProcess[] = [];
  await ensureTopics(client, Object.values(topics));

  return {
    topics,
    topicSuffix,
    mongoUrl: database.url,
    editor: await tokens.bearer({ userId: 1, role: 10 }),
    bearer: tokens.bearer,
    async start(role, env = {}) {
      const started = await startServiceProcess({
        script: SERVER,
        env: {
          NEWS_ROLE: role,
          MONGO_URL: database.url,
          KAFKA_BROKERS: engines.kafkaBrokers,
          REDIS_URL: engines.redisUrl,
          JWKS_URL: keys.url,
          SERVICE_TOKEN,
          TOPIC_SUFFIX: topicSuffix,
          DATA_DIR: mkdtempSync(join(dataDir, 'process-')),
          NODE_OPTIONS: watch.args.join(' '),
          ...watch.env,
          ...env,
        },
      });
      processes.push(started);
      return started;
    },
    expectOnlySubset: () => watch.expectOnlySubset(),
    async close() {
      await Promise.all(processes.map((each) => each.end()));
      await withAdmin(client, (admin) =>
        admin.deleteTopics({ topics: Object.values(topics).flatMap(({ name }) => [name, `${name}.dlq`]) }),
      );
      await keys.close();
      await database.drop();
      watch.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
