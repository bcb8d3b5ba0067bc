import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENTS } from '@vidhi/contracts/events.ts';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { followTopics } from '@vidhi/messaging/follow.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { freshDatabase, freshQueuePrefix, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys } from '@vidhi/testing/tokens.ts';
import type { ImportReport } from './import-report.ts';
import { startKillingProxy } from './killing-proxy.ts';
import { COUNTS, pictureFiles, writeSiteArchive } from './killed-site-builder.ts';
import { createKillableImport, type KillPoint } from './killable-import.ts';

const SERVICES = join(import.meta.dirname, '..', '..', 'services');
const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
const SIGNAL = { timeout: 300_000, interval: 100 };

/**
 * Kill points: while the archive is read, and during every kind of request, before and after it was stored.
 */
const KILL_POINTS: readonly KillPoint[] = [
  'reading',
  { type: 'users', request: 1, when: 'responded' },
  { type: 'files', request: 4, when: 'arriving' },
  { type: 'files', request: 6, when: 'responded' },
  { type: 'post', request: 2, when: 'arriving' },
  { type: 'book', request: 1, when: 'responded' },
];

/** Event types that are emitted when documents are first stored. */
const FIRST_EVENTS: Readonly<Record<string, keyof typeof COUNTS>> = {
  'user.registered': 'plugin::users-permissions.user',
  'media.stored': 'plugin::upload.file',
  'category.changed': 'api::category.category',
  'tag.changed': 'api::tag.tag',
  'post.published': 'api::post.post',
  'list.changed': 'api::author.author',
  'book.published': 'api::book.book',
  'profile.published': 'api::lawyer.lawyer',
};
/**
 * Picture variants, which are generated in the background, and settings, which exist from the first start.
 */
const SIDE_EFFECTS = new Set([
  'media.changed',
  'settings.changed',
  'social-link.changed',
  'site-option.changed',
]);

const LISTS: Readonly<Record<string, [service: 'catalog' | 'news', path: string]>> = {
  'api::category.category': ['news', 'categories'],
  'api::tag.tag': ['news', 'tags'],
  'api::post.post': ['news', 'posts'],
  'api::author.author': ['catalog', 'authors'],
  'api::book.book': ['catalog', 'books'],
  'api::lawyer.lawyer': ['catalog', 'lawyers'],
};

describe('an import that is killed repeatedly', () => {
  const clean: (() => unknown)[] = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'vidhi-killed-import-'));
  const suffix = freshTopicSuffix();
  const topics = Object.values(TOPICS).map((layout) => withSuffix(layout, suffix));
  const { kafkaBrokers, redisUrl } = testEngines();
  const client = connectKafka({ brokers: kafkaBrokers, clientId: 'killed-import-test' });
  const site = createKillableImport(dataDir);
  const urls = new Map<string, string>();
  /** Ids of all events, by type and document. */
  const eventIds = new Map<string, Map<string, Set<string>>>();
  let archive: string;

  beforeAll(async () => {
    clean.push(() => rmSync(dataDir, { recursive: true, force: true }));
    archive = await writeSiteArchive(dataDir);
    const keys = await serveKeys((await createTokenMaker()).jwks);
    clean.push(() => keys.close());
    const names = topics.flatMap(({ name }) => [name, `${name}.dlq`]);
    clean.push(() => withAdmin(client, (admin) => admin.deleteTopics({ topics: names })));
    await ensureTopics(client, topics);
    const follower = followTopics({
      client,
      topics: topics.map(({ name }) => name),
      events: EVENTS,
      from: 'beginning',
      onReset: (reason) => {
        throw new Error(reason);
      },
      apply({ id, type, aggregateId }) {
        const ofType = eventIds.get(type) ?? new Map<string, Set<string>>();
        eventIds.set(type, ofType.set(aggregateId, (ofType.get(aggregateId) ?? new Set()).add(id)));
      },
    });
    clean.push(() => follower.close());
    const start = async (name: string): Promise<string> => {
      const database = freshDatabase(name);
      clean.push(() => database.drop());
      const service = await startServiceProcess({
        script: join(SERVICES, name, 'src', 'server.ts'),
        env: {
          MONGO_URL: database.url,
          KAFKA_BROKERS: kafkaBrokers,
          REDIS_URL: redisUrl,
          REDIS_PREFIX: `${freshQueuePrefix()}:`,
          QUEUE_PREFIX: freshQueuePrefix(),
          JWKS_URL: keys.url,
          SERVICE_TOKEN,
          TOPIC_SUFFIX: suffix,
          DATA_DIR: join(dataDir, name),
        },
      });
      clean.push(() => service.end());
      urls.set(name, service.url);
      const proxy = await startKillingProxy({ service: service.url, isDue: site.isDue, kill: site.kill });
      clean.push(() => proxy.close());
      return proxy.url;
    };
    // Sequentially, so that each is ready in time on a slow machine.
    const accounts = await start('accounts');
    const catalog = await start('catalog');
    const news = await start('news');
    mkdirSync(join(dataDir, 'run'));
    writeFileSync(
      join(dataDir, 'run', 'services.json'),
      JSON.stringify({ services: { accounts, catalog, news: { write: news } }, serviceToken: SERVICE_TOKEN }),
    );
  });
  afterAll(async () => {
    for (const step of clean.toReversed()) await step();
  });

  const spools = (): string[] => readdirSync(join(dataDir, 'import-spool'));
  const counts = (report: ImportReport, of: 'total' | 'unchanged') =>
    Object.fromEntries(report.types.map((type) => [type.uid, type[of]]));

  async function totalOf([service, path]: [string, string]): Promise<number> {
    const response = await fetch(`${urls.get(service)}/api/${path}?pagination[pageSize]=1`);
    const { meta } = (await response.json()) as { meta: { pagination: { total: number } } };
    return meta.pagination.total;
  }

  it(
    'is killed at each kill point, and leaves only its own spool folder behind',
    { timeout: 600_000 },
    async () => {
      for (const killPoint of KILL_POINTS) {
        expect([killPoint, await site.runUntil(killPoint, archive)]).toEqual([killPoint, 'SIGKILL']);
        expect([killPoint, spools().length]).toEqual([killPoint, 1]);
      }
    },
  );

  it('completes when it is not killed, with every document, and does not import any twice', async () => {
    const report = await site.run(archive);
    expect(counts(report, 'total')).toEqual(COUNTS);
    expect(report.types.flatMap(({ skipped }) => skipped)).toEqual([]);
    const unchanged = counts(report, 'unchanged');
    expect(unchanged).toMatchObject({
      'plugin::users-permissions.user': COUNTS['plugin::users-permissions.user'],
      'plugin::upload.file': COUNTS['plugin::upload.file'],
      'api::post.post': COUNTS['api::post.post'],
    });
    expect(unchanged['api::book.book']).toBeGreaterThan(0);
    expect(unchanged['api::lawyer.lawyer']).toBe(0);
    expect(spools()).toEqual([]);
  });

  it('has nothing to do when it is started again', async () => {
    const report = await site.run(archive);
    expect(counts(report, 'unchanged')).toEqual(COUNTS);
    expect(report.types.reduce((sum, { imported }) => sum + imported, 0)).toBe(0);
  });

  it('results in each document once', async () => {
    for (const [uid, list] of Object.entries(LISTS)) {
      const expected = COUNTS[uid as keyof typeof COUNTS];
      await expect.poll(async () => [uid, await totalOf(list)], SIGNAL).toEqual([uid, expected]);
    }
  });

  it('has emitted each document’s event once', async () => {
    const emitted = (type: string): number => eventIds.get(type)?.size ?? 0;
    for (const [type, uid] of Object.entries(FIRST_EVENTS))
      await expect.poll(() => [type, emitted(type)], SIGNAL).toEqual([type, COUNTS[uid]]);
    const others = [...eventIds.keys()].filter((type) => !(type in FIRST_EVENTS) && !SIDE_EFFECTS.has(type));
    expect(others).toEqual([]);
    const twice = Object.keys(FIRST_EVENTS).flatMap((type) =>
      [...(eventIds.get(type) ?? [])].filter(([, ids]) => ids.size > 1).map(([id]) => `${type} ${id}`),
    );
    expect(twice).toEqual([]);
  });

  it('has stored each file of each picture, and no partial file', () => {
    const catalogDir = join(dataDir, 'catalog');
    const files = readdirSync(join(catalogDir, 'uploads'), { withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    expect(files.map(({ name }) => name).toSorted()).toEqual(pictureFiles().toSorted());
    expect(readdirSync(join(catalogDir, 'incoming'))).toEqual([]);
  });
});
