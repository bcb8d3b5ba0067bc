import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import {
  CONSOLE_VIEWS,
  mongoConsoleViews,
  VIEW_ARRANGEMENTS,
  type ConsoleViewRepository,
  type StoredView,
} from './console-view-repository.ts';

const database = freshDatabase('console-views');
let connection: Connection;
let views: ConsoleViewRepository;
let published: string[] = [];

const VIEW: StoredView = {
  _id: 'v1',
  list: 'posts',
  name: 'Tax',
  query: '?q=tax',
  shared: true,
  owner: 7,
  rev: 1,
  createdAt: new Date('2026-11-20T10:00:00Z'),
};
const entry = (rev: number, action = 'update') =>
  createAuditEntry(TOPICS.siteAudit, {
    service: 'accounts',
    type: 'console-view',
    id: 'v1',
    rev,
    at: VIEW.createdAt,
    actor: { id: 7, role: 10, via: 'console' },
    action,
    label: 'Tax (posts)',
    changes: [],
  });
const stored = () => connection.collection<{ _id: string; outbox?: { id: string }[] }>(CONSOLE_VIEWS.name);
const entries = async () => ((await stored().findOne({ _id: 'v1' }))?.outbox ?? []).map(({ id }) => id);

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [CONSOLE_VIEWS, VIEW_ARRANGEMENTS]);
  views = mongoConsoleViews(connection, (id) => void published.push(id));
});
beforeEach(async () => {
  published = [];
  await stored().deleteMany({});
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

it('stores a change with its entry of the audit log, and of two changes at once only the first', async () => {
  await views.insert(VIEW, [entry(1, 'create')]);
  const rename = (name: string) => views.replace({ ...VIEW, name, rev: 2 }, 1, [entry(2)]);
  expect((await Promise.all([rename('A'), rename('B')])).toSorted()).toEqual([false, true]);
  expect(await views.remove('v1', 1, [entry(2, 'delete')])).toBe(false);
  expect(await entries()).toEqual(['audit:accounts:console-view:v1:1', 'audit:accounts:console-view:v1:2']);
  expect(published).toEqual(['v1', 'v1']);
  expect(await views.find('v1')).toMatchObject({ rev: 2 });
});

it('keeps a deleted view, which nobody sees, until the audit log has its entries', async () => {
  await views.insert(VIEW, [entry(1, 'create')]);
  expect(await views.remove('v1', 1, [entry(2, 'delete')])).toBe(true);
  expect([await views.find('v1'), await views.list('posts', 7)]).toEqual([null, []]);
  await views.forgetRemoved();
  expect(await entries()).toHaveLength(2);
  await stored().updateOne({ _id: 'v1' }, { $unset: { outboxDue: '' } });
  await views.forgetRemoved();
  expect(await stored().countDocuments()).toBe(0);
});

it('deletes at once what the audit log does not name, and all own views of an erased account', async () => {
  const own = { ...VIEW, shared: false };
  await views.insert(own, []);
  expect(await views.remove('v1', 1, [])).toBe(true);
  expect(await stored().countDocuments()).toBe(0);

  await views.insert({ ...own, _id: 'v2', query: '?q=somebody' }, []);
  await views.insert({ ...own, _id: 'v3', owner: 70 }, []);
  await views.insert({ ...VIEW, _id: 'v4' }, []);
  await views.saveArrangement('posts', 7, { pinned: ['v2'], first: null });
  await views.saveArrangement('posts', 70, { pinned: ['v3'], first: null });
  await views.removeAllOf(7);
  expect((await stored().find().toArray()).map(({ _id }) => _id).toSorted()).toEqual(['v3', 'v4']);
  expect(await views.findArrangement('posts', 7)).toBeNull();
  expect(await views.findArrangement('posts', 70)).toMatchObject({ pinned: ['v3'] });
});
