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
import {
  createTokenMaker,
  serveKeys,
  untilVerified,
  type TokenClaims,
  type TokenMaker,
} from '@vidhi/testing/tokens.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
/** Headers with which a test may read the gateway's metrics. */
export const METRICS_HEADERS = { 'x-service-token': SERVICE_TOKEN };
/** Address of services that these tests do not use. */
const UNUSED_SERVICE = 'http://127.0.0.1:9';
const FOLLOWING_MS = 300_000;
const POLL_MS = 20;
/** Time-out of a hook that starts sites, on an overloaded machine. */
export const STARTING_MS = 600_000;

/** Headers that authenticate a person. */
export type Person = { authorization: string };

/** Gateway, catalog, news and web, each in its own process, on the engines of the test run. */
export interface RunningSite {
  /** Base URL of the gateway. */
  url: string;
  topicSuffix: string;
  kafka: KafkaClient;
  /** Base URL of the catalog service. */
  dataDir: string;
  editor: Person;
  /** The owner of a profile, who may upload pictures. */
  lawyer: Person;
  /** A registered reader without further permissions. */
  member: Person;
  /** Creates a token that the site accepts, unless the overrides spoil it. */
  accessToken: TokenMaker['accessToken'];
  catalog: ServiceProcess;
  put(type: string, items: readonly StoredDocument[]): Promise<void>;
  /** Reads a metric of the gateway. */
  metric(line: string): Promise<number>;
  /** Output of all processes. */
  output(): string;
  /** Stops the catalog service by this signal and restarts it on the same port. */
  restartCatalog(signal: NodeJS.Signals, env?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

export interface SiteOptions {
  catalogEnv?: Record<string, string>;
  /** Maps the MongoDB URL of the catalog service, such as to a proxy. */
  mongoOf?: (url: string) => string;
  logLevel?: string;
  /** Starts only the catalog service behind the gateway. */
  pages?: false;
}

const script = (part: string): string => join(ROOT, part, 'server.ts');

/** Runs the steps in reverse order, even when one fails, and throws the first error. */
async function undo(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps.toReversed()) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function untilFollowing(gateway: ServiceProcess, metric: RunningSite['metric']): Promise<void> {
  for (const end = Date.now() + FOLLOWING_MS; Date.now() < end; await delay(POLL_MS))
    if ((await metric('vidhi_gateway_cache_following')) === 1) return;
  throw new Error(`the gateway does not consume the topics:
${gateway.output()}`);
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
    const newsUrl = news?.url ?? UNUSED_SERVICE;
    const web = hasPages
      ? await start('web', 'web/server', {
          API_URL: newsUrl,
          CATALOG_URL: firstCatalog.url,
          // On a busy machine a page would otherwise leave out side parts whose data come late.
          API_TIMEOUT_MS: String(STARTING_MS),
          MAX_SILENCE_MS: String(STARTING_MS),
        })
      : null;
    const gateway = await start('gateway', 'services/gateway/src', {
      KAFKA_BROKERS: engines.kafkaBrokers,
      MAX_LOOP_DELAY_MS: '0',
      MAX_SILENCE_MS: String(STARTING_MS),
      UPSTREAM_TIMEOUT_MS: String(STARTING_MS),
      READS_AT_ONCE_PER_ADDRESS: '0',
      WRITES_PER_MINUTE: '0',
      UPLOADS_PER_HOUR: '0',
      CHECKOUTS_PER_MINUTE: '0',
      VERIFICATIONS_PER_MINUTE: '0',
      // The gateway is ready only when a news reader is, so there has to be one.
      NEWS_READ_URLS: news?.url ?? firstCatalog.url,
      ...upstreamVariables(() => UNUSED_SERVICE),
      NEWS_WRITE_URL: newsUrl,
      CATALOG_URL: firstCatalog.url,
      WEB_URL: web?.url ?? UNUSED_SERVICE,
      JWKS_URL: keys.url,
    });
    const catalog = (): ServiceProcess => running.get('catalog') ?? firstCatalog;
    const metric: RunningSite['metric'] = async (line) => {
      const text = await (await fetch(`${gateway.url}/metrics`, { headers: METRICS_HEADERS })).text();
      const found = text.split('\n').find((each) => each.startsWith(line));
      return Number(found?.split(' ').at(-1) ?? NaN);
    };
    await untilFollowing(gateway, metric);
    async function person(claims: TokenClaims): Promise<Person> {
      const token = await tokens.accessToken(claims);
      await untilVerified(token, (path, init) => fetch(`${gateway.url}${path}`, init));
      return { authorization: `Bearer ${token}` };
    }

    return {
      url: gateway.url,
      topicSuffix,
      kafka,
      dataDir: catalogEnv['DATA_DIR'] ?? dataDir,
      editor: await person({ userId: 1, role: 10 }),
      lawyer: await person({ userId: 3, role: 5 }),
      member: await person({ userId: 2, role: 4 }),
      accessToken: tokens.accessToken,
      get catalog() {
        return catalog();
      },
      async put(type, items) {
        const response = await fetch(`${catalog().url}/internal/import/${type}`, {
          method: 'POST',
          headers: { 'x-service-token': SERVICE_TOKEN, 'content-type': 'application/json' },
          body: JSON.stringify({ items, origin: { site: 'court.example', demo: false } }),
        });
        const outcome = (await response.json()) as { imported?: number };
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
