import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENTS, eventId, type Envelope } from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { followTopics, type Follower } from '@vidhi/messaging/follow.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { ensureTopics } from '@vidhi/messaging/topics.ts';
import { freshDatabase, freshQueuePrefix, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys, type KeyServer } from '@vidhi/testing/tokens.ts';
import { aBook, aNamed, aProfile } from './catalog-builder.ts';
import { catalogTopics } from './topics.ts';

const SERVICE_TOKEN = 'a-service-token-of-32-characters!';

const database = freshDatabase('catalog');
const suffix = freshTopicSuffix();
const topics = catalogTopics(suffix);
const consumed: Envelope[] = [];
const waiting: { matches: (envelope: Envelope) => boolean; resolve: () => void }[] = [];
let dataDir: string;
let keys: KeyServer;
let editor: { authorization: string };
let catalog: ServiceProcess;
let follower: Follower;

const start = (): Promise<ServiceProcess> =>
  startServiceProcess({
    script: join(import.meta.dirname, 'server.ts'),
    env: {
      MONGO_URL: database.url,
      KAFKA_BROKERS: testEngines().kafkaBrokers,
      REDIS_URL: testEngines().redisUrl,
      QUEUE_PREFIX: freshQueuePrefix(),
      JWKS_URL: keys.url,
      SERVICE_TOKEN,
      DATA_DIR: dataDir,
      TOPIC_SUFFIX: suffix,
    },
  });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vidhi-catalog-'));
  const tokens = await createTokenMaker();
  keys = await serveKeys(tokens.jwks);
  editor = await tokens.bearer({ userId: 1, role: 10 });
  const client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'catalog-test' });
  await ensureTopics(client, Object.values(topics));
  follower = followTopics({
    client,
    topics: [topics.books.name, topics.profiles.name, topics.lists.name],
    events: EVENTS,
    from: 'beginning',
    onReset: () => undefined,
    apply(envelope) {
      consumed.push(envelope);
      for (const { matches, resolve } of waiting) if (matches(envelope)) resolve();
    },
  });
  catalog = await start();
});
afterAll(async () => {
  await follower?.close();
  await catalog?.end();
  await keys?.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Resolves once an event of this id has been consumed; the test timeout is the deadline. */
function untilConsumed(id: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const matches = (envelope: Envelope): boolean => envelope.id === id;
  if (consumed.some(matches)) resolve();
  waiting.push({ matches, resolve });
  return promise;
}

async function put(type: string, items: readonly StoredDocument[]): Promise<unknown> {
  const response = await fetch(`${catalog.url}/internal/import/${type}`, {
    method: 'POST',
    headers: { 'x-service-token': SERVICE_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({ items, origin: { site: 'court.example', demo: false } }),
  });
  return response.json();
}

const get = async (path: string): Promise<Response> => fetch(`${catalog.url}${path}`);
const attributesOf = async (path: string): Promise<Record<string, unknown>> => {
  const { data } = (await (await get(path)).json()) as { data: { attributes: Record<string, unknown> } };
  return data.attributes;
};

describe('the catalogue, as a process on real engines', () => {
  it('imports documents once, sanitizes them, and serves them at once', async () => {
    expect(await put('author', [aNamed(4, '', { AuthorName: 'Rao' })])).toMatchObject({ imported: 1 });
    const book = aBook(7, { author_names: [4], Detail1: '<p>x</p><script>1</script>' });
    expect(await put('book', [book])).toMatchObject({ imported: 1, unchanged: 0, skipped: [] });
    expect(await put('book', [book])).toMatchObject({ imported: 0, unchanged: 1, skipped: [] });
    const contact = { phone_number: '9000000000', website_link: 'javascript:alert(1)' };
    expect(await put('lawyer', [aProfile(3, { SubCategory2: '1', contact })])).toMatchObject({ imported: 1 });
    expect(await attributesOf('/api/books/7?populate=author_names')).toMatchObject({
      Detail1: '<p>x</p>',
      author_names: { data: [{ id: 4, attributes: { AuthorName: 'Rao' } }] },
    });
    const firm = await fetch(`${catalog.url}/api/firms/3`, { headers: editor });
    expect(await firm.json()).toMatchObject({
      data: { attributes: { contact: { phone_number: '9000000000', website_link: '' } } },
    });
    const status = await fetch(`${catalog.url}/internal/import-status`, {
      headers: { 'x-service-token': SERVICE_TOKEN },
    });
    expect(await status.json()).toMatchObject({
      origin: { site: 'court.example' },
      counts: { author: 1, book: 1, lawyer: 1, file: 0 },
    });
  });

  it('publishes a changed price, with a data position that covers it', async () => {
    const changed = await fetch(`${catalog.url}/api/books/7`, {
      method: 'PUT',
      headers: { ...editor, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { Price: 250 } }),
    });
    expect(changed.status).toBe(200);
    await untilConsumed('book.changed:7:2');
    const event = consumed.find(({ id }) => id === 'book.changed:7:2');
    expect(event).toMatchObject({ aggregateId: '7', data: { rev: 2, doc: { id: 7, Price: 250 } } });
    const response = await get('/api/books?fields=Price');
    expect(await response.json()).toMatchObject({ data: [{ attributes: { Price: 250 } }] });
    expect(response.headers.get('x-data-position')).toMatch(
      /^catalog\.books=\d+;catalog\.profiles=\d+;catalog\.lists=\d+;catalog\.media=\d+;news\.site=\d+$/,
    );
  });

  it('redacts profiles as soon as the rule36_mode event is consumed', async () => {
    const producer = createProducer(
      connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'catalog-test' }),
    );
    const turn = (on: boolean, rev: number): Promise<void> =>
      producer.publish(topics.site.name, {
        id: eventId('site-option.changed', 1, rev),
        type: 'site-option.changed',
        v: 1,
        aggregateId: '1',
        occurredAt: new Date().toISOString(),
        data: { rev, collection: 'site-option', doc: { id: 1, rule36_mode: on } },
      });
    const detail = async (): Promise<unknown> => (await attributesOf('/api/firms/3'))['Detail1'];
    // Redacted as well while the broker has not yet said what the mode is.
    await expect.poll(detail, { timeout: 300_000 }).toBe('<p>Profile 3</p>');
    await turn(true, 1);
    await expect.poll(detail, { timeout: 300_000 }).toBeNull();
    await turn(false, 2);
    await expect.poll(detail, { timeout: 300_000 }).toBe('<p>Profile 3</p>');
    await producer.close();
  });

  it('lets a consumer rebuild everything from the topics alone', async () => {
    await untilConsumed('profile.published:3:1');
    await untilConsumed('list.changed:author:4:1');
    const docs = consumed.map(({ type, data }) => [type, (data as { doc?: { id: number } }).doc?.id]);
    expect(docs).toEqual(
      expect.arrayContaining([
        ['list.changed', 4],
        ['book.published', 7],
        ['profile.published', 3],
      ]),
    );
  });

  it('keeps an edit across the next import and a crash', async () => {
    await catalog.end('SIGKILL');
    catalog = await start();
    expect(await put('book', [aBook(7, { Price: 1 })])).toEqual({
      imported: 0,
      unchanged: 0,
      skipped: [{ id: 7, reason: 'changed here since it was imported' }],
      notes: [],
    });
    expect(await attributesOf('/api/books/7')).toMatchObject({ Price: 250 });
  });

  it('allows one profile per account', async () => {
    const owned = (id: number) => aProfile(id, { users_permissions_user: 5 });
    expect(await put('lawyer', [owned(10), owned(11)])).toEqual({
      imported: 1,
      unchanged: 0,
      skipped: [{ id: 11, reason: 'a value that must be unique is taken by another document' }],
      notes: [],
    });
  });

  it('stops cleanly on SIGTERM', async () => {
    expect(await catalog.end()).toBe(0);
  });
});
