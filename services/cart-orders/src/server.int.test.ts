import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConnection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createProducer, type Producer } from '@vidhi/messaging/producer.ts';
import { ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { outboxOf } from '@vidhi/outbox/outbox-document.ts';
import { startBrokerProxy } from '@vidhi/testing/engine-proxy.ts';
import { freshDatabase, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys, type KeyServer, type TokenMaker } from '@vidhi/testing/tokens.ts';
import { aBook, BATCH_ID } from './cart-app-builder.ts';
import { PURCHASE_READINGS } from './desk/purchase-readings.ts';
import { MONEY_ACTS } from './money/money-actions.ts';

const database = freshDatabase('cart-orders');
const suffix = freshTopicSuffix();
const topics = [TOPICS.catalogBooks, TOPICS.catalogLists, TOPICS.catalogMedia, TOPICS.accountsUsers].map(
  (topic) => withSuffix(topic, suffix),
);
const client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'cart-orders-test' });
let dataDir: string;
let keys: KeyServer;
let tokens: TokenMaker;
let service: ServiceProcess;
let producer: Producer;

const start = (env: Record<string, string> = {}) =>
  startServiceProcess({
    script: path.join(import.meta.dirname, 'server.ts'),
    env: {
      MONGO_URL: database.url,
      KAFKA_BROKERS: testEngines().kafkaBrokers,
      JWKS_URL: keys.url,
      SERVICE_TOKEN: 'a-service-token-of-32-characters!',
      DATA_DIR: dataDir,
      PAYMENTS_URL: 'http://127.0.0.1:9',
      TOPIC_SUFFIX: suffix,
      ...env,
    },
  });

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'vidhi-cart-orders-'));
  tokens = await createTokenMaker();
  keys = await serveKeys(tokens.jwks);
  service = await start();
  producer = createProducer(client);
  // A service that has waited for the broker for long enough is ready before its topics exist.
  await ensureTopics(client, topics);
});
afterAll(async () => {
  await producer?.close();
  await service?.end();
  await withAdmin(client, (admin) => admin.deleteTopics({ topics: topics.map(({ name }) => name) })).catch(
    () => undefined,
  );
  await keys?.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const publish = (topic: string, type: string, id: number, data: object) =>
  producer.publish(`${topic}${suffix}`, {
    id: `${type}:${id}:${JSON.stringify(data).length}`,
    type,
    v: 1,
    aggregateId: String(id),
    occurredAt: '2026-01-01T00:00:00.000Z',
    data,
  });
const publishBook = (doc: StoredDocument, rev: number) =>
  publish('catalog.books', rev === 1 ? 'book.published' : 'book.changed', doc.id, { rev, doc });
const cart = async (query = '&populate[catalog_books][populate]=author_names') => {
  const response = await fetch(`${service.url}/api/carts?filters[Batch_id][$eq]=${BATCH_ID}${query}`);
  return (await response.json()) as { data: { id: number; attributes: Record<string, unknown> }[] };
};
const shownBook = async () => (await cart()).data[0]?.attributes['catalog_books'];
const add = async (book: number, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}/api/carts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ data: { catalog_books: book, Quantity: 1, Batch_id: BATCH_ID } }),
  });
  return response.status;
};

describe('cart-orders with its engines', () => {
  it('sells the books that catalog publishes, at the price of the moment, also after a restart', async () => {
    expect(await add(7)).toBe(400);
    await publish('catalog.lists', 'list.changed', 1, {
      rev: 1,
      collection: 'author',
      doc: { id: 1, AuthorName: 'Kanga' },
    });
    // A list that no book refers to.
    await publish('catalog.lists', 'list.changed', 2, {
      rev: 1,
      collection: 'city',
      doc: { id: 2, name: 'Pune' },
    });
    await publishBook(aBook(7, { Price: 450, author_names: [1] }), 1);
    await expect.poll(() => add(7)).toBe(200);
    await expect.poll(shownBook).toMatchObject({
      data: {
        id: 7,
        attributes: { Price: 450, author_names: { data: [{ attributes: { AuthorName: 'Kanga' } }] } },
      },
    });
    await publishBook(aBook(7, { Price: 475, discount: 10 }), 2);
    await expect.poll(shownBook).toMatchObject({ data: { attributes: { Price: 475, discount: 10 } } });

    await service.end();
    service = await start();
    expect(await shownBook()).toMatchObject({ data: { attributes: { Price: 475 } } });

    await publish('catalog.books', 'book.withdrawn', 7, { rev: 3, id: 7 });
    await expect.poll(shownBook).toEqual({ data: null });
    expect(await add(7)).toBe(400);
  });

  it('removes the cart of an erased account, and rejects its tokens', async () => {
    await publishBook(aBook(8), 1);
    const bearer = await tokens.bearer({ userId: 4, role: 4, tokenVersion: 1 });
    await expect.poll(() => add(8, bearer)).toBe(200);
    const lines = async () => {
      const headers = await tokens.bearer({ userId: 4, role: 4, tokenVersion: 2 });
      const response = await fetch(`${service.url}/api/carts`, { headers });
      return ((await response.json()) as { data: unknown[] }).data.length;
    };
    // The guest's line came with it.
    expect(await lines()).toBe(2);
    const user = { id: 4, first_name: null, last_name: null, role: 4, tokenVersion: 2, erased: true };
    await publish('accounts.users', 'user.updated', 4, { rev: 2, ...user });
    await expect.poll(lines).toBe(0);
    await expect.poll(() => add(8, bearer)).toBe(401);
  });

  it('starts while Kafka is away, takes carts, and then sells what was published meanwhile', async () => {
    await service.end();
    const kafka = await startBrokerProxy(testEngines().kafkaBrokers);
    kafka.set('cut');
    service = await start({ KAFKA_BROKERS: kafka.brokers });
    expect(await add(8)).toBe(200);
    await publishBook(aBook(9), 1);
    expect(await add(9)).toBe(400);
    kafka.set('open');
    await expect.poll(() => add(9)).toBe(200);
    await kafka.close();
  });

  it('counts in its metrics what waits of readings and of acts on money, too', async () => {
    await service.end();
    const kafka = await startBrokerProxy(testEngines().kafkaBrokers);
    kafka.set('cut');
    const connection = await createConnection(database.url).asPromise();
    const at = new Date();
    for (const { name } of [PURCHASE_READINGS, MONEY_ACTS])
      await connection.collection<{ _id: string }>(name).insertOne({
        _id: `waiting in ${name}`,
        ...outboxOf([
          createAuditEntry(withSuffix(TOPICS.siteAudit, suffix), {
            service: 'cart-orders',
            type: 'purchase',
            id: 'all',
            rev: name,
            at,
            actor: { id: 11, role: 11, via: 'console' },
            action: 'view',
            label: null,
            changes: [],
          }),
        ]),
        at,
      } as { _id: string });
    service = await start({ KAFKA_BROKERS: kafka.brokers });
    const countDue = async (): Promise<number> => {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      return Number(/^\w*outbox_due_documents\S* (\d+)$/m.exec(text)?.[1]);
    };
    await expect.poll(countDue, { timeout: 300_000 }).toBe(2);
    await connection.close();
    await kafka.close();
  });
});
