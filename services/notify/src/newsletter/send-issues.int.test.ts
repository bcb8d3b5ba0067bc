import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { COLLECTIONS } from '../collections.ts';
import { createMailLedger, type MailLedger } from '../ledger/mail-ledger.ts';
import { subscriberId } from '../subscribers/subscriber.ts';
import { mongoSubscriberStore, type SubscriberStore } from '../subscribers/subscriber-store.ts';
import type { StoredIssue } from './issue-collection.ts';
import { createNewsletterResolver } from './issue-resolvers.ts';
import { mongoIssueStore, type IssueStore } from './issue-store.ts';
import { mongoListKeys } from './list-keys.ts';
import { createSendIssues } from './send-issues.ts';

const STAFF = { id: 11, role: 11, via: 'console' } as const;
const CONTENT = { subject: 'July', sections: [{ kind: 'text' as const, heading: '', text: 'Hello' }] };
const READERS = 60;
const BATCH = 8;
const PER_MINUTE = BATCH * 60;
const addressOf = (n: number): string => `reader-${n}@example.in`;

let database: FreshDatabase;
let connection: Connection;
let subscribers: SubscriberStore;
let issues: IssueStore;
let ledger: MailLedger;
let clock = new Date('2026-11-20T10:00:00.000Z').getTime();
const now = (): Date => new Date(clock);

beforeAll(async () => {
  database = freshDatabase('newsletter');
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, COLLECTIONS);
  subscribers = mongoSubscriberStore(connection, now);
  issues = mongoIssueStore(connection, TOPICS.siteAudit, () => undefined, now);
  ledger = createMailLedger({
    connection,
    domain: 'vidhi.example',
    leaseMs: 60_000,
    smtpDeadlineMs: 30_000,
    retryMs: [1],
  });
  for (let n = 0; n < READERS; n += 1) await subscribers.addConsented(addressOf(n), { id: 'act', at: now() });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

class Killed extends Error {}

/** A sequence of numbers in [0, 1) that the seed decides. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the part as a process has it that is killed before or after any of its calls, by chance. */
const killable = <Part extends object>(part: Part, random: () => number): Part =>
  new Proxy(part, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        if (random() < 0.05) throw new Killed();
        const result = await method(...args);
        if (random() < 0.05) throw new Killed();
        return result;
      };
    },
  });

const sender = (random: () => number = () => 1, findPublished = async () => new Set<number>()) =>
  createSendIssues({
    issues: killable(issues, random),
    subscribers: killable(subscribers, random),
    ledger: killable(ledger, random),
    enqueue: async () => undefined,
    findPublished,
    mailsPerMinute: PER_MINUTE,
    now,
  });

/** The mails of an issue, by the subscriber. */
const mailsOf = async (issueId: number): Promise<string[]> => {
  const rows = await connection
    .collection('mails')
    .find({ eventId: { $regex: `^newsletter\\.sent:${issueId}:` } })
    .toArray();
  return rows.map(({ source }) => String((source as { id: string }).id.split('/')[1])).toSorted();
};
const allReaders = (): string[] =>
  Array.from({ length: READERS }, (_, n) => subscriberId(addressOf(n))).toSorted();
const find = async (id: number): Promise<StoredIssue> => {
  const issue = await issues.find(id);
  if (issue === null) throw new Error('no issue');
  return issue;
};
/** The mails that are planned count as sent: the ledger is empty for the next batch. */
const deliver = async (): Promise<void> => {
  await connection
    .collection('mails')
    .updateMany({ state: 'QUEUED' }, { $set: { state: 'SENT' }, $unset: { dueAt: '' } });
};

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'plans one mail for each reader, with two processes that are killed at any call (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const created = await issues.create(CONTENT, STAFF);
    await sender().start(created, STAFF);
    let kills = 0;
    for (let turn = 0; (await find(created._id)).state === 'sending'; turn += 1) {
      expect(turn).toBeLessThan(1_000);
      const runs = [sender(random).run(), sender(random).run()];
      for (const { status } of await Promise.allSettled(runs)) kills += status === 'rejected' ? 1 : 0;
      await deliver();
      clock += 1_000;
    }
    expect(kills).toBeGreaterThan(0);
    expect(await mailsOf(created._id)).toEqual(allReaders());
    const issue = await find(created._id);
    expect(issue).toMatchObject({ state: 'sent', recipients: READERS, planned: READERS });
    expect(await sender().countsOf(issue)).toEqual({
      recipients: READERS,
      sent: READERS,
      waiting: 0,
      failed: 0,
      skipped: 0,
    });
  },
);

it('mails nobody who confirms after the start, and nobody who unsubscribes before the turn', async () => {
  const created = await issues.create(CONTENT, STAFF);
  const started = await sender().start(created, STAFF);
  clock += 1;
  await subscribers.addConsented('late@example.in', { id: 'act', at: now() });
  const gone = subscriberId(addressOf(0));
  await sender().run();
  await deliver();
  const planned = await mailsOf(created._id);
  await subscribers.erase(gone);
  const resolve = createNewsletterResolver({
    issues,
    subscribers,
    keys: mongoListKeys(connection),
    publicUrl: 'https://vidhi.example',
  });
  // Of one who has a row already, the mail is cancelled.
  expect(await resolve(`${created._id}/${gone}`)).toBeNull();
  for (let turn = 0; turn < 20; turn += 1) {
    clock += 1_000;
    await sender().run();
    await deliver();
  }
  const expected = allReaders().filter((id) => id !== gone || planned.includes(id));
  expect(await mailsOf(created._id)).toEqual(expected);
  expect(started.recipients).toBe(READERS);
  // The same again for the tests that follow.
  await connection.collection('subscribers').deleteMany({ email: 'late@example.in' });
  await connection.collection<{ _id: string }>('subscribers').deleteOne({ _id: gone });
  await subscribers.addConsented(addressOf(0), { id: 'act', at: now() });
});

it('holds the next batch while the mails before it wait for the mail server', async () => {
  const created = await issues.create(CONTENT, STAFF);
  const slow = createSendIssues({
    issues,
    subscribers,
    ledger,
    enqueue: async () => undefined,
    findPublished: async () => new Set(),
    mailsPerMinute: 10,
    now,
  });
  await slow.start(created, STAFF);
  for (let turn = 0; turn < 30; turn += 1) {
    await slow.run();
    clock += 6_000;
  }
  expect(await mailsOf(created._id)).toHaveLength(10);
  await deliver();
  await slow.run();
  expect(await mailsOf(created._id)).toHaveLength(11);
  await issues.change(
    await find(created._id),
    { set: { state: 'paused' } },
    { actor: STAFF, action: 'pause' },
  );
  await deliver();
  clock += 60_000;
  await slow.run();
  expect(await mailsOf(created._id)).toHaveLength(11);
});

it('starts a scheduled issue at its time, and makes one with an unpublished article a draft again', async () => {
  const article = { kind: 'article' as const, id: 5, title: 'Bail', text: '', path: '/bail' };
  const at = new Date(clock + 60_000);
  const ids: number[] = [];
  for (const sections of [CONTENT.sections, [article]]) {
    const created = await issues.create({ subject: 'Later', sections }, STAFF);
    const change = { set: { state: 'scheduled' as const, sendAt: at } };
    await issues.change(created, change, { actor: STAFF, action: 'schedule' });
    ids.push(created._id);
  }
  const [plain = 0, withArticle = 0] = ids;
  await sender().run();
  expect([(await find(plain)).state, (await find(withArticle)).state]).toEqual(['scheduled', 'scheduled']);
  clock += 60_000;
  await sender().run();
  expect((await find(plain)).state).toBe('sending');
  expect(await find(withArticle)).toMatchObject({ state: 'draft', problem: 'Not published: “Bail”' });
  expect(await mailsOf(withArticle)).toEqual([]);
});

it('removes the rows of issues that ended long ago, and still has their counts', async () => {
  const [ended] = (await issues.list({ state: 'sent' }, 1, 1)).rows;
  if (ended === undefined) throw new Error('no issue has ended');
  const counts = await sender().countsOf(ended);
  await sender().trimEndedBefore(new Date(clock + 1));
  expect(await mailsOf(ended._id)).toEqual([]);
  expect(await sender().countsOf(await find(ended._id))).toEqual(counts);
});
