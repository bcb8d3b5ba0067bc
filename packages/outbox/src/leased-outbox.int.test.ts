import { createConnection, type Connection, type mongo } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { aStep } from './entry-builder.ts';
import type { StoredEntry } from './entry.ts';
import { createLeasedOutbox, type LeasedOutboxOptions } from './leased-outbox.ts';
import {
  outboxOf,
  withAcknowledgement,
  withEntries,
  withOnlyEntries,
  type OutboxDocument,
} from './outbox-document.ts';

const UNAVAILABLE = { published: [], error: new Error('away'), isPoison: false };
const HOUR = 3_600_000;
/**
 * Options of a relay for which leases of others have ended, also when the clock of the database was set back a little
 * meanwhile.
 */
const LEASES_HAVE_ENDED = { leaseMs: -HOUR };

describe('the outboxes of a collection', () => {
  let database: FreshDatabase;
  let connection: Connection;
  let documents: mongo.Collection<OutboxDocument>;

  beforeAll(async () => {
    database = freshDatabase('leased-outbox');
    connection = await createConnection(database.url, { monitorCommands: true }).asPromise();
    documents = connection.collection<OutboxDocument>('checkouts');
  });
  afterAll(async () => {
    await database.drop();
    await connection.close();
  });
  beforeEach(() => documents.deleteMany({}));

  const aRelay = (over: Partial<LeasedOutboxOptions> = {}) =>
    createLeasedOutbox({ documents, needsAcknowledgement: (topic) => topic === 'steps', ...over });
  const insert = (id: string | number, ...entries: StoredEntry[]) =>
    documents.insertOne({ _id: id, ...outboxOf(entries) });
  const add = (id: string | number, ...entries: StoredEntry[]) =>
    documents.updateOne({ _id: id }, withEntries<OutboxDocument>({}, entries));
  const stored = async (id: string | number): Promise<OutboxDocument> => {
    const found = await documents.findOne({ _id: id });
    if (found === null) throw new Error(`there is no document ${id}`);
    return found;
  };
  const marked = async (id: string | number) =>
    (await stored(id)).outbox?.map((entry) => [entry.id, entry.publishedAt instanceof Date]);

  it.each(['co_7fzm2', 42])(
    'gives the document %s to one relay at a time, with a higher fence each',
    async (id) => {
      await insert(id, aStep(id, 1));
      const first = await Promise.all(Array.from({ length: 8 }, () => aRelay().claim([id])));
      expect(first.flat()).toMatchObject([{ id, rev: 1, fence: 1, entries: [{ id: `step.taken:${id}:1` }] }]);
      const second = await aRelay(LEASES_HAVE_ENDED).claim([id]);
      expect(second).toMatchObject([{ fence: 2 }]);
    },
  );

  it('gives each of many documents to one relay, by two commands', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    for (const id of ids) await insert(id, aStep(id, 1));
    await aRelay().claim(['b']);
    const commands: string[] = [];
    const client = connection.getClient();
    const note = ({ commandName }: { commandName: string }): void => void commands.push(commandName);
    client.on('commandStarted', note);
    const claimed = await aRelay().claim([...ids, 'missing']);
    client.off('commandStarted', note);
    expect(commands).toEqual(['update', 'find']);
    expect(claimed.map(({ id, fence, entries }) => [id, fence, entries.length])).toEqual([
      ['a', 1, 1],
      ['c', 1, 1],
      ['d', 1, 1],
    ]);
    const shares = await Promise.all(
      [ids, ids.toReversed(), ids].map((order) => aRelay(LEASES_HAVE_ENDED).claim(order)),
    );
    const fences = shares.flat().map(({ id, fence }) => `${String(id)}:${fence}`);
    expect(new Set(fences).size).toBe(fences.length);
    const last = await aRelay(LEASES_HAVE_ENDED).claim(ids);
    expect(last.map(({ id }) => id)).toEqual(ids);
    await aRelay().clear(last);
    expect(await aRelay().findDue(10)).toEqual([]);
  });

  it('marks what was published, keeps it, and finds nothing due', async () => {
    await insert('a', aStep('a', 1), aStep('a', 2));
    const relay = aRelay();
    await relay.clear(await relay.claim(['a']));
    expect(await relay.findDue(10)).toEqual([]);
    expect(await relay.oldest()).toBeNull();
    expect(await marked('a')).toEqual([
      ['step.taken:a:1', true],
      ['step.taken:a:2', true],
    ]);
    const document = await stored('a');
    expect(document).not.toHaveProperty('leaseOwner');
    const [{ publishedAt } = {}] = document.outbox ?? [];
    expect((document.outboxCheckAt?.getTime() ?? 0) - (publishedAt?.getTime() ?? 0)).toBe(120_000);
  });

  it('leaves what was added during the publication due', async () => {
    await insert('a', aStep('a', 1));
    const relay = aRelay();
    const claims = await relay.claim(['a']);
    await add('a', aStep('a', 2));
    await relay.clear(claims);
    expect(await marked('a')).toEqual([
      ['step.taken:a:1', true],
      ['step.taken:a:2', false],
    ]);
    const [again] = await relay.claim(['a']);
    expect(again).toMatchObject({ rev: 2, fence: 2, entries: [{ id: 'step.taken:a:2' }] });
  });

  it('publishes what replaced the entries of a publication, and keeps nothing of those', async () => {
    await insert('a', aStep('a', 1), aStep('a', 2, { topic: 'states' }));
    const relay = aRelay();
    const claims = await relay.claim(['a']);
    await documents.updateOne(
      { _id: 'a' },
      withOnlyEntries<OutboxDocument>({}, [aStep('a', 3, { topic: 'states' })]),
    );
    await relay.clear(claims);
    expect(await marked('a')).toEqual([['step.taken:a:3', false]]);
    const next = await relay.claim(['a']);
    expect(next).toMatchObject([{ rev: 2, entries: [{ id: 'step.taken:a:3' }] }]);
    await relay.clear(next);
    expect([await marked('a'), await relay.findDue(10)]).toEqual([[], []]);
  });

  it('tells apart the same event on several topics', async () => {
    await insert('a', aStep('a', 1), aStep('a', 2, { topic: 'states' }), aStep('a', 3));
    const relay = aRelay({ needsAcknowledgement: (topic) => topic !== 'states' });
    const claims = await relay.claim(['a']);
    await add('a', aStep('a', 1, { topic: 'states' }), aStep('a', 2), aStep('a', 3, { topic: 'others' }));
    await relay.clear(claims);
    expect(
      (await stored('a')).outbox?.map(({ id, topic, publishedAt }) => [id, topic, publishedAt !== null]),
    ).toEqual([
      ['step.taken:a:1', 'steps', true],
      ['step.taken:a:3', 'steps', true],
      ['step.taken:a:1', 'states', false],
      ['step.taken:a:2', 'steps', false],
      ['step.taken:a:3', 'others', false],
    ]);
    expect(await relay.findDue(10)).toEqual(['a']);
  });

  it('removes entries of topics that keep the state themselves', async () => {
    await insert('a', aStep('a', 1, { topic: 'states' }), aStep('a', 2), aStep('a', 2, { topic: 'states' }));
    await insert('b', aStep('b', 1, { topic: 'states' }));
    await insert('c', aStep('c', 1, { topic: 'states' }));
    const relay = aRelay();
    const claims = await relay.claim(['a', 'b', 'c']);
    await add('c', aStep('c', 2, { topic: 'states' }));
    await relay.clear(claims);
    expect(await marked('a')).toEqual([['step.taken:a:2', true]]);
    expect(await marked('b')).toEqual([]);
    expect(await stored('b')).not.toHaveProperty('outboxCheckAt');
    expect(await marked('c')).toEqual([['step.taken:c:2', false]]);
    expect(await relay.findDue(10)).toEqual(['c']);
  });

  it('lets only the holder of the current fence mark', async () => {
    await insert('a', aStep('a', 1), aStep('a', 2, { topic: 'states' }));
    const lost: (string | number)[] = [];
    const late = aRelay({ onLost: (ids) => lost.push(...ids) });
    const [claim] = await late.claim(['a']);
    if (claim === undefined) throw new Error('no claim');
    const [current] = await aRelay(LEASES_HAVE_ENDED).claim(['a']);
    if (current === undefined) throw new Error('no second claim');
    await late.clear([claim]);
    await late.postpone(claim, HOUR, { ...UNAVAILABLE, published: claim.entries });
    expect(lost).toEqual(['a', 'a']);
    expect(await stored('a')).toMatchObject({ fence: 2, leaseOwner: current.leaseOwner });
    expect(await marked('a')).toEqual([
      ['step.taken:a:1', false],
      ['step.taken:a:2', false],
    ]);
    expect(await late.findDue(10)).toEqual(['a']);
  });

  it('ends its own lease when a re-arming took the fence', async () => {
    await insert('a', aStep('a', 1));
    const relay = aRelay();
    const claims = await relay.claim(['a']);
    await documents.updateOne({ _id: 'a' }, { $inc: { fence: 1 } });
    await relay.clear(claims);
    expect(await stored('a')).not.toHaveProperty('leaseOwner');
    expect(await relay.claim(['a'])).toMatchObject([{ fence: 3, entries: [{ id: 'step.taken:a:1' }] }]);
  });

  it('leaves a postponed document alone until it is due, and marks what came before the failure', async () => {
    await insert('a', aStep('a', 1), aStep('a', 2), aStep('a', 3));
    const relay = aRelay();
    const [claim] = await relay.claim(['a']);
    if (claim === undefined) throw new Error('no claim');
    await relay.postpone(claim, HOUR, {
      published: claim.entries.slice(0, 1),
      error: new Error('too large'),
      isPoison: true,
    });
    expect(await relay.claim(['a'])).toEqual([]);
    expect(await relay.oldest()).toEqual(new Date('2026-11-20T10:00:02.000Z'));
    const { outboxFailure, outboxDue } = await stored('a');
    expect(outboxFailure).toMatchObject({ entryId: 'step.taken:a:2', reason: 'too large' });
    expect((outboxDue?.getTime() ?? 0) - (outboxFailure?.at.getTime() ?? 0)).toBe(HOUR);
    // A later write is a reason to try again: the failed entry first.
    await add('a', aStep('a', 4));
    const [again] = await relay.claim(['a']);
    expect(again?.entries.map(({ id }) => id)).toEqual([
      'step.taken:a:2',
      'step.taken:a:3',
      'step.taken:a:4',
    ]);
    await relay.clear(again === undefined ? [] : [again]);
    expect(await stored('a')).not.toHaveProperty('outboxFailure');
  });

  it('knows the age of what waits behind a document that was marked and not released', async () => {
    await insert('a', aStep('a', 1, { publishedAt: new Date() }));
    await insert('b', aStep('b', 1));
    expect(await aRelay().oldest()).toEqual(new Date(aStep('b', 1).occurredAt));
  });

  it('finishes a document that was marked and not released, publishing nothing', async () => {
    await insert('a', aStep('a', 1, { publishedAt: new Date() }));
    const relay = aRelay();
    const claims = await relay.claim(['a']);
    expect(claims).toMatchObject([{ entries: [] }]);
    await relay.clear(claims);
    expect(await relay.findDue(10)).toEqual([]);
  });

  it('notes an acknowledgement with the state that follows from it, once, and only if the state matches', async () => {
    interface Checkout extends OutboxDocument<string> {
      status: string;
    }
    const checkouts = connection.collection<Checkout>('checkouts');
    await checkouts.insertOne({ _id: 'co', status: 'PAID', ...outboxOf([aStep('co', 1), aStep('co', 2)]) });
    const fulfil = () =>
      checkouts.updateOne(
        { _id: 'co', status: 'PAID' },
        ...withAcknowledgement<Checkout>({ $set: { status: 'FULFILLED' } }, ['step.taken:co:2']),
      );
    expect((await fulfil()).modifiedCount).toBe(1);
    const first = await stored('co');
    expect(first.outbox?.map(({ acknowledgedAt }) => acknowledgedAt instanceof Date)).toEqual([false, true]);
    expect((await fulfil()).modifiedCount).toBe(0);
    expect(await stored('co')).toEqual(first);
  });
});
