import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { catalogTopics } from '../topics.ts';
import { EVIDENCE, type EvidenceDocument } from './evidence-collection.ts';
import { inMemoryEvidenceStore, mongoEvidenceStore } from './evidence-store.ts';

const database = freshDatabase('evidence');
let connection: Connection;
beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [EVIDENCE]);
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const ACTOR: Actor = { id: 9, role: 10, via: 'console' };
const AT = new Date('2026-11-05T10:00:00.000Z');
const aDocument = (id: string, profileId: number) => ({
  id,
  profileId,
  ownerId: 7,
  address: `${id}.pdf`,
  name: 'Sanad.pdf',
  mime: 'application/pdf',
  bytes: 700,
  sha256: 'f'.repeat(64),
  at: AT,
});

describe.each([
  [
    'MongoDB',
    () => mongoEvidenceStore(connection, { auditTopic: catalogTopics('').audit, publish: () => undefined }),
  ],
  ['memory', () => inMemoryEvidenceStore()],
])('the store of evidence in %s', (_where, open) => {
  it('has a document once it is complete, until it is removed', async () => {
    const store = open();
    await store.begin(aDocument('a', 1));
    expect(await store.list(1)).toEqual([]);
    await store.complete('a', ACTOR);
    expect(await store.list(1)).toEqual([aDocument('a', 1)]);
    expect(await store.counts()).toEqual(new Map([[1, 1]]));
    expect(await store.read(2, 'a', ACTOR)).toBeNull();
    expect(await store.remove(2, 'a', ACTOR)).toBeNull();
    const readings = await Promise.all([store.read(1, 'a', ACTOR), store.read(1, 'a', ACTOR)]);
    expect(readings).toEqual([aDocument('a', 1), aDocument('a', 1)]);
    expect(await store.remove(1, 'a', ACTOR)).toBe('a.pdf');
    expect([await store.read(1, 'a', ACTOR), await store.remove(1, 'a', ACTOR)]).toEqual([null, null]);
    expect((await store.leftovers(AT)).map(({ id }) => id)).toEqual(['a']);
  });

  it('has five places for an account in a profile, whatever is added at the same time', async () => {
    const store = open();
    const begin = (id: string, profileId = 4, ownerId = 7) =>
      store.begin({ ...aDocument(id, profileId), ownerId });
    const begun = await Promise.all(Array.from({ length: 12 }, (_, n) => begin(`p${n}`)));
    expect(begun.filter(Boolean)).toHaveLength(5);
    expect(await begin('of-another-account', 4, 8)).toBe(true);
    expect(await begin('of-another-profile', 5)).toBe(true);
    const [first = '', second = ''] = begun.flatMap((isBegun, n) => (isBegun ? [`p${n}`] : []));
    await store.settle(first);
    await store.complete(second, ACTOR);
    await store.remove(4, second, ACTOR);
    const next = await Promise.all(['a1', 'a2', 'a3'].map((id) => begin(id)));
    expect(next.filter(Boolean)).toHaveLength(2);
  });

  it('names files whose storing was interrupted', async () => {
    const store = open();
    await store.begin(aDocument('b', 2));
    expect((await store.leftovers(AT)).map(({ id }) => id)).not.toContain('b');
    const later = new Date(AT.getTime() + 1);
    expect((await store.leftovers(later)).map(({ id }) => id)).toContain('b');
    await store.settle('b');
  });
});

it('records an audit entry for each addition, reading and removal, without the content', async () => {
  const store = mongoEvidenceStore(connection, {
    auditTopic: catalogTopics('').audit,
    publish: () => undefined,
  });
  await store.begin(aDocument('c', 3));
  await store.complete('c', ACTOR);
  await store.read(3, 'c', ACTOR);
  await store.read(3, 'c', ACTOR);
  await store.remove(3, 'c', ACTOR);
  await store.removeBefore(new Date(Date.now() + 1));
  const stored = await connection.collection<EvidenceDocument>(EVIDENCE.name).findOne({ _id: 'c' });
  expect(JSON.stringify(stored?.outbox)).toMatch(
    /evidence_added.*evidence_read.*evidence_read.*evidence_removed/s,
  );
  expect([stored?.state, stored?.name, stored?.sha256]).toEqual(['removed', undefined, undefined]);
});
