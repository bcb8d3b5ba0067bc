import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { mongoPurchaseReadings, PURCHASE_READINGS } from './purchase-readings.ts';

const database = freshDatabase('purchase-readings');
let connection: Connection;
let now = new Date('2026-11-02T09:10:00Z');
let published: string[] = [];
const MEENA = { id: 7, role: 10, via: 'console' as const };
const readings = () =>
  mongoPurchaseReadings(connection, {
    auditTopic: TOPICS.siteAudit,
    publish: (id) => void published.push(id),
    now: () => now,
  });
const stored = () => connection.collection(PURCHASE_READINGS.name);

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [PURCHASE_READINGS]);
});
beforeEach(async () => {
  published = [];
  await stored().deleteMany({});
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

it('notes once an hour that somebody reads a purchase, without anything of its buyer', async () => {
  const view = { action: 'view', type: 'purchase', id: 'pu_1', label: '7KM3QX9TRA', actor: MEENA } as const;
  await Promise.all([readings().note(view), readings().note(view)]);
  now = new Date('2026-11-02T09:59:59Z');
  await readings().note(view);
  expect(published).toHaveLength(1);
  await readings().note({ ...view, actor: { ...MEENA, id: 8 } });
  await readings().note({ ...view, id: 'pu_2' });
  await readings().note({ ...view, type: 'payment-link', id: 'all' });
  now = new Date('2026-11-02T10:00:00Z');
  await readings().note(view);
  expect(published).toHaveLength(5);
  const [first] = await stored().find({}).sort({ at: 1 }).toArray();
  expect(JSON.parse(JSON.stringify(first?.['outbox'])) as unknown).toMatchObject([
    { type: 'audit.recorded' },
  ]);
});

it('notes every export, with the names of its filters', async () => {
  const read = { action: 'export', type: 'purchase', id: 'all', label: null, actor: MEENA } as const;
  await readings().note({ ...read, filters: ['city', 'q'] });
  await readings().note({ ...read, filters: [] });
  expect(published).toHaveLength(2);
  expect(JSON.stringify(await stored().find({}).toArray())).toContain('city, q');
});

it('removes what is in the audit log, and leaves what is on the way there', async () => {
  const view = { action: 'view', type: 'purchase', label: null, actor: MEENA } as const;
  await readings().note({ ...view, id: 'pu_1' });
  await readings().note({ ...view, id: 'pu_2' });
  await stored().updateOne({ _id: /pu_1/ as never }, { $unset: { outboxDue: '' }, $set: { outbox: [] } });
  await readings().sweep();
  expect(await stored().countDocuments()).toBe(2);
  now = new Date(now.getTime() + 3 * 3_600_000);
  await readings().sweep();
  expect((await stored().find({}).toArray()).map(({ _id }) => String(_id))).toEqual([
    expect.stringContaining('pu_2'),
  ]);
});
