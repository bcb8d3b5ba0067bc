import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { AuditFact } from '@vidhi/contracts/audit.ts';
import type { Envelope } from '@vidhi/contracts/events.ts';
import { silentLogger } from '@vidhi/messaging/kafka.ts';
import type { OutboxDocument } from '@vidhi/outbox/outbox-document.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { importBatch } from '../import/import-batch.ts';
import { noteCollection, noteEvents } from '../testing/content-store-contract.ts';
import { startAuditSweep } from './audit-sweep.ts';
import { withAudit } from './audited-events.ts';
import { createContentStore, type ContentStore } from './content-store.ts';
import { startRelays, type Relays } from './relays.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { contentCollection } from './content-collection.ts';

const TOPIC = { name: 'site.audit', partitions: 1, compacted: false };
const EDITOR: Actor = { id: 7, role: 10, via: 'console' };
const COLLECTIONS = [noteCollection];

describe('the audit entries of content', () => {
  let database: FreshDatabase;
  let connection: Connection;
  let relays: Relays;
  let store: ContentStore;
  /** Events that the broker has, by topic. */
  let published: { topic: string; envelope: Envelope }[];

  beforeAll(async () => {
    database = freshDatabase('audit');
    connection = await createConnection(database.url).asPromise();
    published = [];
    relays = startRelays({
      connection,
      collections: COLLECTIONS,
      retainedTopic: TOPIC.name,
      producer: {
        async publishAll(records) {
          for (const { topic, envelope } of records) published.push({ topic, envelope });
        },
        close: async () => undefined,
      } as Parameters<typeof startRelays>[0]['producer'],
      log: silentLogger,
      metrics: createMetrics('test'),
    });
    store = createContentStore({
      connection,
      eventsOf: withAudit(noteEvents, {
        topic: TOPIC,
        service: 'notes',
        isPersonal: (_collection, name) => name === 'slug',
      }),
    });
    store.onWritten(relays.notify);
    await createIndexes(
      connection,
      COLLECTIONS.map((one) => contentCollection(one)),
    );
  });
  afterAll(async () => {
    await relays.close();
    await connection.close();
    await database.drop();
  });
  beforeEach(() => void published.splice(0));

  const facts = (): AuditFact[] =>
    published.filter(({ topic }) => topic === TOPIC.name).map(({ envelope }) => envelope.data as AuditFact);
  const outboxOf = async (id: number) =>
    (await connection.collection<OutboxDocument<number>>('notes').findOne({ _id: id }))?.outbox ?? [];
  const untilPublished = async (count: number): Promise<void> => {
    await expect.poll(() => facts().length, { timeout: 30_000 }).toBe(count);
  };

  it('say what was written and by whom, with names of personal attributes and revisions of long texts', async () => {
    const by = { actor: EDITOR };
    const { doc } = await store.create(noteCollection, { title: 'One', slug: 'quillfeather' }, by);
    await store.update(noteCollection, doc.id, () => ({ title: 'x'.repeat(300), slug: 'feather' }), by);
    await store.update(noteCollection, doc.id, () => ({ publishedAt: '2026-11-01T00:00:00.000Z' }), by);
    await store.update(noteCollection, doc.id, () => ({ marks: 3 }));
    await store.touch(noteCollection, doc.id);
    await store.remove(noteCollection, doc.id, { ...by, reason: 'twice' });
    await untilPublished(4);
    expect(facts()).toMatchObject([
      { actor: EDITOR, action: 'create', service: 'notes', type: 'note', id: String(doc.id), label: 'One' },
      { action: 'update', changes: [{ path: 'title', from: 'rev 1', to: 'rev 2' }, { path: 'slug' }] },
      { action: 'publish', changes: [{ path: 'publishedAt', from: null }] },
      { action: 'delete', reason: 'twice', changes: [] },
    ]);
    expect(JSON.stringify(facts())).not.toContain('feather');
    const ids = published.filter(({ topic }) => topic === TOPIC.name).map(({ envelope }) => envelope.id);
    expect(ids).toEqual([1, 2, 3, 6].map((rev) => `audit:notes:note:${doc.id}:${rev}`));
  });

  it('stay in their document until the log has them, while public events leave it', async () => {
    const { doc } = await store.create(noteCollection, { title: 'Two' }, { actor: EDITOR });
    await untilPublished(1);
    // The relay marks an entry after the broker has it: a check before would leave the entry where it is.
    const untilMarked = async (): Promise<void> => {
      await expect
        .poll(async () =>
          (await outboxOf(doc.id)).map(({ topic, publishedAt }) => [topic, publishedAt !== null]),
        )
        .toEqual([[TOPIC.name, true]]);
    };
    await untilMarked();

    const documents = connection.collection<OutboxDocument<number>>('notes');
    const makeCheckDue = () => documents.updateOne({ _id: doc.id }, { $set: { outboxCheckAt: new Date(0) } });
    const sweep = async (known: readonly string[]): Promise<void> => {
      await makeCheckDue();
      const sweeping = startAuditSweep({
        connection,
        connected: Promise.resolve(),
        collections: COLLECTIONS,
        findAcknowledged: async () => known,
        notify: (collection, id) => relays.notify(collection, Number(id)),
        log: silentLogger,
        everyMs: 60_000,
      });
      await expect
        .poll(async () => (await documents.findOne({ _id: doc.id }))?.outboxCheckAt?.getTime(), {
          timeout: 30_000,
        })
        .not.toBe(0);
      await sweeping.close();
    };
    // Lost by the broker or by a consumer that died: published again under the same id.
    await sweep([]);
    await untilPublished(2);
    expect(new Set(published.map(({ envelope }) => envelope.id)).size).toBe(2);
    await untilMarked();
    await sweep([`audit:notes:note:${doc.id}:1`]);
    expect(await outboxOf(doc.id)).toEqual([]);
  });

  it('are none for imports', async () => {
    const item = { id: 900, title: 'Imported', slug: 'imported', marks: 1, image: null, notes: [] };
    await importBatch({ store, collection: noteCollection, items: [item], onWritten: () => undefined });
    await expect
      .poll(() => published.some(({ envelope }) => envelope.id.startsWith('note:900')), { timeout: 30_000 })
      .toBe(true);
    expect(facts()).toEqual([]);
  });
});
