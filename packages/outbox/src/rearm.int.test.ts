import { createConnection, type Connection, type mongo } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { MAX_ENTRIES } from './check-decision.ts';
import { aStep } from './entry-builder.ts';
import type { StoredEntry } from './entry.ts';
import { createLeasedOutbox } from './leased-outbox.ts';
import { outboxOf, withEntries, type OutboxDocument } from './outbox-document.ts';
import { addOutboxMetrics, readStats } from './outbox-stats.ts';
import { createRearm, readServerTime, type RearmOptions } from './rearm.ts';

const PAST = new Date('2026-11-20T00:00:00Z');
const { signal } = new AbortController();
const published = { publishedAt: PAST };
const settled = { publishedAt: PAST, acknowledgedAt: PAST };

describe('re-arming', () => {
  let database: FreshDatabase;
  let connection: Connection;
  let documents: mongo.Collection<OutboxDocument>;
  let notified: unknown[];
  const errors: unknown[] = [];

  beforeAll(async () => {
    database = freshDatabase('rearm');
    connection = await createConnection(database.url).asPromise();
    documents = connection.collection<OutboxDocument>('checkouts');
  });
  afterAll(async () => {
    await database.drop();
    await connection.close();
  });
  beforeEach(async () => {
    notified = [];
    errors.length = 0;
    await documents.deleteMany({});
  });

  const create = (over: Partial<RearmOptions> = {}) =>
    createRearm({
      documents,
      serverTime: () => readServerTime(connection),
      notify: (id) => notified.push(id),
      onError: (error) => errors.push(error),
      ...over,
    });
  /** Inserts a document whose entries were published, and whose check is due. */
  const insert = (id: string | number, entries: StoredEntry[], over: Partial<OutboxDocument> = {}) => {
    const { outboxDue: _due, ...fields } = outboxOf(entries);
    return documents.insertOne({ _id: id, ...fields, outboxCheckAt: PAST, ...over });
  };
  const stored = async (id: string | number): Promise<OutboxDocument> => {
    const found = await documents.findOne({ _id: id });
    if (found === null) throw new Error(`there is no document ${id}`);
    return found;
  };
  const unpublished = async (id: string | number): Promise<string[]> =>
    ((await stored(id)).outbox ?? [])
      .filter(({ publishedAt }) => publishedAt === null)
      .map((entry) => entry.id);

  it.each(['co_7fzm2', 42])('on demand: every unacknowledged entry of %s is due again', async (id) => {
    await insert(id, [aStep(id, 1, settled), aStep(id, 2, published), aStep(id, 3, published)]);
    expect(await create().rearm(id)).toBe(true);
    expect(await unpublished(id)).toEqual([`step.taken:${id}:2`, `step.taken:${id}:3`]);
    expect(await stored(id)).toMatchObject({ fence: 1, outboxDue: expect.any(Date) });
    expect(notified).toEqual([id]);
  });

  it('on demand: does nothing where everything is acknowledged', async () => {
    await insert('a', [aStep('a', 1, settled)]);
    expect(await create().rearm('a')).toBe(false);
    expect(await create().rearm('nobody')).toBe(false);
    expect(await stored('a')).not.toHaveProperty('outboxDue');
    expect(notified).toEqual([]);
  });

  it('of one event: it is due again although it was acknowledged, and the others are not', async () => {
    await insert('a', [aStep('a', 1, settled), aStep('a', 2, settled), aStep('a', 3, published)]);
    expect(await create().republish('a', 'step.taken:a:2')).toBe(true);
    expect(await unpublished('a')).toEqual(['step.taken:a:2']);
    expect((await stored('a')).outbox?.[1]).toMatchObject({ acknowledgedAt: null });
    expect(notified).toEqual(['a']);
    expect(await create().republish('a', 'step.taken:a:9')).toBe(false);
  });

  it('by the schedule: unacknowledged entries are due again, later each time', async () => {
    await insert('a', [aStep('a', 1, published)]);
    await insert('later', [aStep('later', 1, published)], { outboxCheckAt: new Date('2099-01-01') });
    const rearm = create();
    await rearm.checkDue(signal);
    expect(notified).toEqual(['a']);
    expect(rearm.reemissions()).toBe(1);
    expect(await unpublished('a')).toEqual(['step.taken:a:1']);
    const { outboxReemissions, outboxCheckAt } = await stored('a');
    expect(outboxReemissions).toBe(1);
    expect(outboxCheckAt?.getTime()).toBeGreaterThan(PAST.getTime());
    await rearm.checkDue(signal);
    expect(rearm.reemissions()).toBe(1);
  });

  it('by the schedule: what the consumer says that it has is acknowledged instead', async () => {
    await insert('a', [aStep('a', 1, published), aStep('a', 2, published)]);
    await insert('b', [aStep('b', 1, published)]);
    const requested: string[] = [];
    await create({
      findAcknowledged: async (entries) => {
        requested.push(...entries.map(({ documentId, entry }) => `${documentId} ${entry.id}`));
        return ['step.taken:a:1', 'step.taken:b:1'];
      },
    }).checkDue(signal);
    expect(requested.toSorted()).toEqual(['a step.taken:a:1', 'a step.taken:a:2', 'b step.taken:b:1']);
    expect(await unpublished('a')).toEqual(['step.taken:a:2']);
    expect(await unpublished('b')).toEqual([]);
    expect((await stored('b')).outbox).toMatchObject([{ acknowledgedAt: expect.any(Date) }]);
    expect(notified).toEqual(['a']);
  });

  it('by the schedule: acknowledges in batches the entries that the consumer has stored, and retains them for the retention period', async () => {
    const ids = Array.from({ length: 150 }, (_, index) => index + 1);
    for (const id of ids) await insert(id, [aStep(id, 1, published)]);
    const requested: number[] = [];
    await create({
      async findAcknowledged(entries) {
        requested.push(entries.length);
        return entries.map(({ entry }) => entry.id);
      },
      retentionMs: 3_600_000,
    }).checkDue(signal);
    expect(requested).toEqual([100, 50]);
    expect(await documents.countDocuments({ 'outbox.acknowledgedAt': { $type: 'date' } })).toBe(150);
    expect(await documents.countDocuments({ outboxReemissions: { $exists: true } })).toBe(0);
    const { outboxCheckAt } = await stored(7);
    expect(outboxCheckAt?.getTime()).toBeGreaterThan(Date.now() + 1_800_000);
  });

  it('by the schedule: a consumer that cannot be asked gets the events again', async () => {
    await insert('a', [aStep('a', 1, published)]);
    const findAcknowledged = () => Promise.reject(new Error('away'));
    await create({ findAcknowledged }).checkDue(signal);
    expect(errors).toHaveLength(1);
    expect(await unpublished('a')).toEqual(['step.taken:a:1']);
  });

  it('is done once when several processes find it due', async () => {
    for (let id = 1; id <= 20; id += 1) await insert(id, [aStep(id, 1, published)]);
    const relays = Array.from({ length: 4 }, () => create());
    await Promise.all(relays.map((rearm) => rearm.checkDue(signal)));
    expect(await documents.countDocuments({ outboxReemissions: 1, fence: 1 })).toBe(20);
  });

  it('leaves the next check to a publication that happened meanwhile', async () => {
    await insert('a', [aStep('a', 1, published)]);
    const relay = createLeasedOutbox({ documents, needsAcknowledgement: () => true });
    await create({
      async findAcknowledged() {
        await documents.updateOne({ _id: 'a' }, withEntries<OutboxDocument>({}, [aStep('a', 2)]));
        await relay.clear(await relay.claim(['a']));
        return ['step.taken:a:1'];
      },
    }).checkDue(signal);
    const { outbox = [], outboxCheckAt } = await stored('a');
    expect((outboxCheckAt?.getTime() ?? 0) - (outbox[1]?.publishedAt?.getTime() ?? 0)).toBe(120_000);
    expect(outbox[0]).toMatchObject({ acknowledgedAt: expect.any(Date) });
  });

  it('removes entries older than the retention period, and then the document is not checked again', async () => {
    await insert('a', [aStep('a', 1, settled), aStep('a', 2, { ...settled, acknowledgedAt: new Date() })]);
    await insert('b', [aStep('b', 1, settled)]);
    const rearm = create({ retentionMs: 3_600_000 });
    await rearm.checkDue(signal);
    expect((await stored('a')).outbox?.map(({ id }) => id)).toEqual(['step.taken:a:2']);
    expect((await stored('a')).outboxCheckAt?.getTime()).toBeGreaterThan(Date.now());
    expect(await stored('b')).toMatchObject({ outbox: [] });
    expect(await stored('b')).not.toHaveProperty('outboxCheckAt');
  });

  it('removes at once what is too much or too old when a consumer has it', async () => {
    const entries = Array.from({ length: MAX_ENTRIES + 6 }, (_, step) => aStep('many', step, published));
    await insert('many', entries);
    await insert('old', [aStep('old', 1, published)]);
    const findAcknowledged: RearmOptions['findAcknowledged'] = async (found) =>
      found.map(({ entry }) => entry.id);
    await create({ findAcknowledged, retentionMs: 0 }).checkDue(signal);
    expect(await stored('old')).toMatchObject({ outbox: [] });
    expect(await stored('old')).not.toHaveProperty('outboxCheckAt');
    await documents.deleteMany({});
    await insert('many', entries);
    await create({ findAcknowledged }).checkDue(signal);
    expect((await stored('many')).outbox).toHaveLength(MAX_ENTRIES);
  });

  it('of everything since a time includes what is acknowledged', async () => {
    await insert('a', [aStep('a', 1, settled), aStep('a', 9, settled)]);
    await insert('b', [aStep('b', 1, settled)]);
    await insert(7, [aStep(7, 10, published)]);
    expect(await create().rearmSince(new Date('2026-11-20T10:00:05Z'))).toBe(2);
    expect(await unpublished('a')).toEqual(['step.taken:a:9']);
    expect((await stored('a')).outbox?.[1]).toMatchObject({ acknowledgedAt: null });
    expect(await unpublished('b')).toEqual([]);
    expect(await unpublished(7)).toEqual(['step.taken:7:10']);
  });

  it('of a lost topic makes its unacknowledged entries due, and takes the lease from a relay that is publishing', async () => {
    for (let id = 1; id <= 250; id += 1) await insert(id, [aStep(id, 1, published)]);
    await insert('acknowledged', [aStep('acknowledged', 1, settled)]);
    await insert('elsewhere', [aStep('elsewhere', 1, { ...published, topic: 'others' })]);
    await documents.insertOne({
      _id: 'sending',
      ...outboxOf([aStep('sending', 1)]),
      fence: 3,
      leasedAt: PAST,
    });
    const rearm = create();
    expect(await rearm.hasPublished('steps')).toBe(true);
    expect(await rearm.hasPublished('nothing')).toBe(false);
    expect(await rearm.rearmTopic('steps', signal)).toBe(250);
    expect(await documents.countDocuments({ outboxDue: { $exists: true } })).toBe(251);
    expect(await stored('sending')).toMatchObject({ fence: 4 });
    expect(await rearm.rearmTopic('steps', signal)).toBe(0);
  });
});

describe('the statistics', () => {
  it('give the number and the age of unpublished entries as metrics', async () => {
    const database = freshDatabase('outbox-stats');
    const connection = await createConnection(database.url).asPromise();
    const documents = connection.collection<OutboxDocument>('checkouts');
    const many = Array.from({ length: MAX_ENTRIES + 1 }, (_, step) => aStep('many', step, settled));
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await documents.insertMany([
      { _id: 'due', ...outboxOf([aStep('due', 1, { occurredAt: hourAgo })]) },
      {
        _id: 'poisoned',
        ...outboxOf([aStep('poisoned', 1, { occurredAt: hourAgo })]),
        outboxFailure: { entryId: 'step.taken:poisoned:1', reason: 'too large', at: PAST },
      },
      { _id: 'waiting', rev: 1, outboxCheckAt: PAST, outbox: [aStep('waiting', 1, published)] },
      { _id: 'many', rev: 1, outboxCheckAt: PAST, outbox: many },
      // Documents with unacknowledged entries are checked within the hour; retained ones, checked later, are not read.
      {
        _id: 'retained',
        rev: 1,
        outboxCheckAt: new Date(Date.now() + 86_400_000),
        outbox: [aStep('retained', 1, published)],
      },
      { _id: 'quiet', rev: 1, outbox: [] },
    ]);
    const stats = await readStats(documents);
    expect(stats).toMatchObject({
      dueDocuments: 2,
      poisonedDocuments: 1,
      unacknowledgedEntries: 1,
      documentsOverCap: 1,
    });
    expect(Math.round(stats.oldestUnpublishedSeconds / 3_600)).toBe(1);
    expect(stats.oldestUnacknowledgedSeconds).toBeGreaterThan(3_600);
    const metrics = createMetrics('payments');
    const outbox = { stats: () => ({ ...stats, reemissions: 3, lostLeases: 2 }) };
    addOutboxMetrics(metrics, [outbox, outbox]);
    const text = await metrics.registry.metrics();
    expect(text).toContain('vidhi_payments_outbox_due_documents{service="payments"} 4');
    expect(text).toContain('vidhi_payments_outbox_lost_leases{service="payments"} 4');
    expect(text).toMatch(/vidhi_payments_outbox_oldest_seconds\{service="payments"\} 36\d\d\./);
    await database.drop();
    await connection.close();
  });
});
