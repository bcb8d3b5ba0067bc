import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { DEAD_LETTERS, type StoredLetter } from './dead-letter-collection.ts';
import { inMemoryDeadLetters, mongoDeadLetters, type DeadLetterStore } from './dead-letter-store.ts';

const AT = new Date('2026-11-20T10:00:00.000Z');
const LATER = new Date('2026-11-20T11:00:00.000Z');

const aLetter = (id: string, values: Partial<StoredLetter> = {}): StoredLetter => ({
  _id: id,
  group: 'news-copies',
  topic: 'accounts.users',
  partition: 0,
  offset: '7',
  key: '4',
  content: '{"type":"user.updated"}',
  event: 'user.updated',
  error: 'TypeError',
  message: 'no such field',
  attempts: 6,
  firstFailedAt: AT,
  lastFailedAt: AT,
  state: 'waiting',
  replays: 0,
  ...values,
});

const database = freshDatabase('dead-letters');
let connection: Connection;
beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [DEAD_LETTERS]);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const STORES: readonly [string, () => DeadLetterStore][] = [
  ['MongoDB', () => mongoDeadLetters(connection)],
  ['memory', inMemoryDeadLetters],
];

describe.each(STORES)('the store of dead letters in %s', (_name, create) => {
  it('stores a letter once, and changes it in the state that a call names alone', async () => {
    const store = create();
    for (const _ of [1, 2]) await store.add(aLetter('a'));
    expect(await store.listOpen(10)).toEqual([aLetter('a', { content: null })]);
    expect(await store.find('a')).toEqual(aLetter('a'));

    const begun = await Promise.all([1, 2, 3].map(() => store.beginReplay('a', 1, AT)));
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect((await store.findToSend(AT, 10)).map(({ _id }) => _id)).toEqual(['a']);
    await store.postpone('a', 1, LATER);
    expect(await store.findToSend(AT, 10)).toEqual([]);
    expect(await store.drop('a', AT)).toBe(false);

    const failure = { error: 'Error', message: 'again', attempts: 2, lastFailedAt: LATER };
    for (const _ of [1, 2]) await store.failReplay('a', 1, failure);
    expect(await store.find('a')).toEqual(aLetter('a', { ...failure, attempts: 8, replays: 1 }));
    expect(await store.findToSend(LATER, 10)).toEqual([]);

    expect(await store.beginReplay('a', 2, AT)).toBe(true);
    await store.settleReplay('a', 1, LATER);
    expect(await store.countOpen()).toBe(1);
    await store.settleReplay('a', 2, LATER);
    expect(await store.find('a')).toMatchObject({ state: 'applied', content: null, settledAt: LATER });
    expect([await store.countOpen(), await store.findToSend(LATER, 10)]).toEqual([0, []]);
    // The first failure, which the broker may deliver again.
    await store.add(aLetter('a'));
    expect(await store.countOpen()).toBe(0);
  });

  it('removes what is old, and what is about one key', async () => {
    const store = create();
    await store.add(aLetter('b'));
    await store.add(aLetter('c', { key: '5' }));
    await store.add(aLetter('d', { key: '6', lastFailedAt: LATER }));
    await store.removeByKey('accounts.users', '4');
    expect(await store.find('b')).toBeNull();
    expect(await store.drop('d', AT)).toBe(true);
    await store.removeBefore(AT, LATER);
    expect([await store.find('c'), (await store.find('d'))?.state]).toEqual([null, 'dropped']);
    await store.removeBefore(LATER, AT);
    expect(await store.find('d')).toBeNull();
  });
});
