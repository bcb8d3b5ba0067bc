import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { freshDatabase, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys, type TokenMaker } from '@vidhi/testing/tokens.ts';
import { newsTopics, type NewsTopics } from './topics.ts';

export const SERVICE_TOKEN = 'a-service-token-of-32-characters!';

/** Processes of the news service with a database and topics of their own, on the engines of the test run. */
export interface NewsSite {
  topics: NewsTopics;
  topicSuffix: string;
  mongoUrl: string;
  /** Starts a process with the environment of this site; resolves when it takes requests. */
  start(role: 'read' | 'write' | 'all', env?: Record<string, string>): Promise<ServiceProcess>;
  /** Headers of requests of an editor. */
  editor: { authorization: string };
  /** Returns the headers of requests of any user. */
  bearer: TokenMaker['bearer'];
  /**
   * Ends the processes and deletes database, topics and files. Rejects when a process sent a command that MongoDB and its
   * stand-in may execute differently.
   */
  close(): Promise<void>;
}

const SERVER = join(import.meta.dirname, 'server.ts');

/** Creates the topics of a site; its processes are started by `start`. */
export async function aNewsSite(): Promise<NewsSite> {
  const engines = testEngines();
  const database = freshDatabase('news');
  const topicSuffix = freshTopicSuffix();
  const topics = newsTopics(topicSuffix);
  const client = connectKafka({ brokers: engines.kafkaBrokers, clientId: 'news-test' });
  const tokens = await createTokenMaker();
  const keys = await serveKeys(tokens.jwks);
  const dataDir = mkdtempSync(join(tmpdir(), 'vidhi-news-'));
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
          ...env,
        },
      });
      processes.push(started);
      return started;
    },
    async close() {
      await Promise.all(processes.map((each) => each.end()));
      await withAdmin(client, (admin) =>
        admin.deleteTopics({ topics: Object.values(topics).flatMap(({ name }) => [name, `${name}.dlq`]) }),
      );
      await keys.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
