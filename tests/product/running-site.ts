import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { upstreamVariables } from '@vidhi/contracts/services.mjs';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { connectKafka, type KafkaClient } from '@vidhi/messaging/kafka.ts';
import { ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { findNode } from '@vidhi/local/node-runtime.mjs';
import { ensureWebBuild } from '@vidhi/local/web-build.mjs';
import { freshDatabase, freshQueuePrefix, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys } from '@vidhi/testing/tokens.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
/** What lets a test read the metrics of the gateway. */
export const METRICS_HEADERS = { 'x-service-token': SERVICE_TOKEN };
/** Services that no test here asks. */
const NOBODY = 'http://127.0.0.1:9';
const FOLLOWING_MS = 300_000;
const LOOK_MS = 20;
/** For a hook that starts sites, on a machine that does much else. */
export const STARTING_MS = 600_000;

/** The head of a request in somebody's name. */
export type Person = { authorization: string };

/** The gateway in front of the catalogue, the news and the web: each its own process, on the engines of the run. */
export interface RunningSite {
  /** Its gateway's address. */
  url: string;
  topicSuffix: string;
  kafka: KafkaClient;
  /** The catalogue's. */
  dataDir: string;
  editor: Person;
  /** Who has a profile and may upload its pictures. */
  lawyer: Person;
  /** A registered reader, without rights. */
  member: Person;
  catalog: ServiceProcess;
  put(type: string, items: readonly StoredDocument[]): Promise<void>;
  /** A number of the gateway's metrics. */
  metric(line: string): Promise<number>;
  /** Everything that its processes wrote. */
  output(): string;
  /** Ends the catalogue as given and starts it again where it was. */
  restartCatalog(signal: NodeJS.Signals, env?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

export interface SiteOptions {
  catalogEnv?: Record<string, string>;
  /** Where the catalogue finds its database, given where it is. */
  mongoOf?: (url: string) => string;
  logLevel?: string;
  /** The catalogue alone behind the gateway. */
  pages?: false;
}

const script = (part: string): string => join(ROOT, part, 'server.ts');

/** Runs them from the last, whatever fails, and throws what failed first. */
async function undo(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps.toReversed()) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function untilFollowing(gateway: ServiceProcess, metric: RunningSite['metric']): Promise<void> {
  for (const end = Date.now() + FOLLOWING_MS; Date.now() < end; await delay(LOOK_MS))
    if ((await metric('vidhi_gateway_cache_following')) === 1) return;
  throw new Error(`the gateway does not follow the topics:\n${gateway.output()}`);
}

export async function startSite(options: SiteOptions = {}): Promise<RunningSite> {
  const engines = testEngines();
  const topicSuffix = freshTopicSuffix();
  const dataDir = mkdtempSync(join(tmpdir(), 'vidhi-product-'));
  const steps: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })];
  try {
    const kafka = connectKafka({ brokers: engines.kafkaBrokers, clientId: 'product-test' });
    const topics = Object.values(TOPICS).map((layout) => withSuffix(layout, topicSuffix));
    await ensureTopics(kafka, topics);
    steps.push(() =>
      withAdmin(kafka, (admin) =>
        admin.deleteTopics({ topics: topics.flatMap(({ name }) => [name, `${name}.dlq`]) }),
      ),
    );
    const tokens = await createTokenMaker();
    const keys = await serveKeys(tokens.jwks);
    steps.push(() => keys.close());
    const running = new Map<string, ServiceProcess>();

    async function start(name: string, path: string, env: Record<string, string>): Promise<ServiceProcess> {
      const process = await startServiceProcess({
        script: script(path),
        env: { LOG_LEVEL: options.logLevel ?? 'warn', TOPIC_SUFFIX: topicSuffix, SERVICE_TOKEN, ...env },
      });
      if (!running.has(name)) steps.push(async () => running.get(name)?.end());
      running.set(name, process);
      return process;
    }
    function stored(name: string, mongoOf = (url: string) => url): Record<string, string> {
      const database = freshDatabase(name);
      steps.push(() => database.drop());
      return {
        MONGO_URL: mongoOf(database.url),
        KAFKA_BROKERS: engines.kafkaBrokers,
        REDIS_URL: engines.redisUrl,
        QUEUE_PREFIX: freshQueuePrefix(),
        JWKS_URL: keys.url,
        DATA_DIR: mkdtempSync(join(dataDir, `${name}-`)),
      };
    }

    const catalogEnv = { ...stored('catalog', options.mongoOf), ...options.catalogEnv };
    const hasPages = options.pages !== false;
    if (hasPages) await ensureWebBuild({ node: findNode() });
    const newsEnv = hasPages ? stored('news') : null;
    const [firstCatalog, news] = await Promise.all([
      start('catalog', 'services/catalog/src', catalogEnv),
      newsEnv === null ? null : start('news', 'services/news/src', newsEnv),
    ]);
    const newsUrl = news?.url ?? NOBODY;
    const web = hasPages
      ? await start('web', 'web/server', { API_URL: newsUrl, CATALOG_URL: firstCatalog.url })
      : null;
    const gateway = await start('gateway', 'services/gateway/src', {
      KAFKA_BROKERS: engines.kafkaBrokers,
      MAX_LOOP_DELAY_MS: String(STARTING_MS),
      // Its readiness is that of the readers of the news, so somebody has to stand for them.
      NEWS_READ_URLS: news?.url ?? firstCatalog.url,
      ...upstreamVariables(() => NOBODY),
      NEWS_WRITE_URL: newsUrl,
      CATALOG_URL: firstCatalog.url,
      WEB_URL: web?.url ?? NOBODY,
      JWKS_URL: keys.url,
    });
    const catalog = (): ServiceProcess => running.get('catalog') ?? firstCatalog;
    const metric: RunningSite['metric'] = async (line) => {
      const text = await (await fetch(`${gateway.url}/metrics`, { headers: METRICS_HEADERS })).text();
      const found = text.split('\n').find((each) => each.startsWith(line));
      return Number(found?.split(' ').at(-1) ?? NaN);
    };
    await untilFollowing(gateway, metric);

    return {
      url: gateway.url,
      topicSuffix,
      kafka,
      dataDir: catalogEnv['DATA_DIR'] ?? dataDir,
      editor: await tokens.bearer({ userId: 1, role: 10 }),
      lawyer: await tokens.bearer({ userId: 3, role: 5 }),
      member: await tokens.bearer({ userId: 2, role: 4 }),
      get catalog() {
        return catalog();
      },
      async put(type, items) {
        const answer = await fetch(`${catalog().url}/internal/import/${type}`, {
          method: 'POST',
          headers: { 'x-service-token': SERVICE_TOKEN, 'content-type': 'application/json' },
          body: JSON.stringify({ items, origin: { site: 'court.example', demo: false } }),
        });
        const outcome = (await answer.json()) as { imported?: number };
        if (outcome.imported !== items.length) throw new Error(`${type}: ${JSON.stringify(outcome)}`);
      },
      metric,
      output: () => [...running.values()].map((process) => process.output()).join('\n'),
      async restartCatalog(signal, env = {}) {
        const { port } = new URL(catalog().url);
        await catalog().end(signal);
        await start('catalog', 'services/catalog/src', { ...catalogEnv, PORT: port, ...env });
      },
      close: () => undo(steps),
    };
  } catch (error) {
    await undo(steps).catch(() => undefined);
    throw error;
  }
}
