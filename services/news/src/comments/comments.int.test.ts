import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CommentMentioned } from '@vidhi/contracts/events.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { COMMENTS } from './comment-collection.ts';
import { mongoComments } from './mongo-comments.ts';

const database = freshDatabase('comments');
const ACT = { actor: { id: 2, role: 10, via: 'console' }, title: 'Bail' } as const;
const published: string[] = [];
let connection: Connection;
let clock = Date.parse('2026-11-29T08:50:00.000Z');
const now = () => new Date((clock += 1_000));

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

it('stores a comment with its entries in one write, and finds what waits', async () => {
  const comments = mongoComments(connection, {
    topics: { audit: TOPICS.siteAudit, mentions: TOPICS.newsMentions },
    publish: (id) => void published.push(id),
    now,
  });
  const base = { postId: 41, quote: null, block: null };
  const first = await comments.add(
    { ...base, id: 'a', thread: 'a', by: 2, at: now(), text: 'Which bench?', mentions: [1, 2] },
    ACT,
  );
  const stored = await connection
    .collection<{ _id: string; outbox: { type: string; id: string }[] }>(COMMENTS.name)
    .findOne({ _id: 'a' });
  expect(stored?.outbox.map(({ id }) => id)).toContain(`${CommentMentioned.type}:a:1`);
  expect(stored?.outbox.filter(({ type }) => type === CommentMentioned.type)).toHaveLength(1);
  expect(JSON.stringify(stored?.outbox)).not.toContain('Which bench?');
  expect((await comments.waitingFor(1)).map(({ id }) => id)).toEqual(['a']);
  await comments.add({ ...base, id: 'b', thread: 'a', by: 1, at: now(), text: 'Rao.', mentions: [] }, ACT);
  expect(await comments.waitingFor(1)).toEqual([]);
  expect(await comments.resolve(first, true, ACT)).toBe(true);
  expect(await comments.resolve(first, true, ACT)).toBe(false);
  expect(await comments.find('a')).toMatchObject({ resolvedBy: 2 });
  expect(await comments.resolve(first, false, ACT)).toBe(true);
  await comments.remove(first, ACT);
  expect(await comments.list(41)).toMatchObject([{ id: 'a', text: '', resolvedAt: null }, { id: 'b' }]);
  expect(published).toEqual(['a', 'b', 'a', 'a', 'a']);
});
