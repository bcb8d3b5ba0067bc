import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { mongoLivePreviews, mongoPreviewLinks } from './mongo-preview-links.ts';
import { PREVIEW_LINKS } from './preview-collection.ts';
import { createPreviewToken, MAX_LIVE_LINKS, RETENTION_MS } from './preview-links.ts';

const database = freshDatabase('previews');
const ACTOR = { id: 10, role: 10, via: 'console' } as const;
const START = Date.parse('2026-11-28T10:00:00.000Z');
let connection: Connection;
let clock: number;
let published: string[];
const now = () => new Date(clock);

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
});
beforeEach(async () => {
  await connection.collection(PREVIEW_LINKS.name).deleteMany({});
  published = [];
  clock = START;
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const links = () =>
  mongoPreviewLinks(connection, {
    auditTopic: TOPICS.siteAudit,
    publish: (id) => void published.push(id),
    now,
  });
const live = () => mongoLivePreviews(connection, now);
const make = (token: string, postId = 41) =>
  links().create({ token, postId, label: null, title: 'Bail', expiresAt: new Date(START + 1_000) }, ACTOR);

interface Stored {
  outbox: { id: string; data: { action: string; type: string; id: string } }[];
}
const stored = () => connection.collection<Stored & { _id: string }>(PREVIEW_LINKS.name);

it('a link is found by its token until its end, and its token is stored nowhere', async () => {
  const token = createPreviewToken();
  const { id } = await make(token);
  expect(await live().find(token)).toMatchObject({ id, postId: 41, by: 10, openedAt: null });
  expect(await live().find(id)).toBeNull();
  expect(JSON.stringify(await stored().find({}).toArray())).not.toContain(token);
  clock += 500;
  await live().opened(id);
  expect((await live().find(token))?.openedAt).toEqual(new Date(START + 500));
  clock = START + 1_000;
  expect(await live().find(token)).toBeNull();
  expect(await links().list(41)).toEqual([]);
});

it('a link ends once, for its own article, with an entry of the audit log for each write', async () => {
  const token = createPreviewToken();
  const { id } = await make(token);
  expect(await links().revoke(42, id, ACTOR)).toBe(false);
  expect(await links().revoke(41, id, ACTOR)).toBe(true);
  expect(await links().revoke(41, id, ACTOR)).toBe(false);
  expect(await live().find(token)).toBeNull();
  const [found] = await stored().find({}).toArray();
  expect(found?.outbox.map(({ data }) => [data.action, data.type, data.id])).toEqual([
    ['preview_link', 'post', '41'],
    ['preview_ended', 'post', '41'],
  ]);
  expect(published).toEqual([id, id]);
});

it('an article has a number of links at most, and links go when they have long ended', async () => {
  for (let count = 0; count < MAX_LIVE_LINKS; count += 1) await make(createPreviewToken());
  await expect(make(createPreviewToken())).rejects.toMatchObject({ status: 409 });
  await make(createPreviewToken(), 42);
  clock = START + 1_001 + RETENTION_MS;
  await stored().updateMany({}, { $unset: { outboxDue: '' } });
  await links().create(
    { token: createPreviewToken(), postId: 41, label: null, title: null, expiresAt: new Date(clock + 1) },
    ACTOR,
  );
  expect(await stored().countDocuments({})).toBe(1);
});
