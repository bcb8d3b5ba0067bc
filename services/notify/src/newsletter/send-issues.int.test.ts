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
import type { FindPublished } from './published-articles.ts';
import { createSendIssues } from './send-issues.ts';

const STAFF = { id: 11, role: 11, via: 'console' } as const;
const CONTENT = { subject: 'July', sections: [{ kind: 'text' as const, heading: '', text: 'Hello' }] };
const ARTICLE = { kind: 'article' as const, id: 5, title: 'Bail', text: '', path: '/bail' };
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
  await subscribers.addConsented(
    Array.from({ length: READERS }, (_, n) => addressOf(n)),
    { id: 'act', at: now() },
  );
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

const sender = (random: () => number = () => 1, findPublished: FindPublished = async () => new Set()) =>
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
  await subscribers.addConsented(['late@example.in'], { id: 'act', at: now() });
  const gone = subscriberId(addressOf(0));
  await sender().run();
  await deliver();
  const planned = await mailsOf(created._id);
  await subscribers.erase(gone);
  const resolve = createNewsletterResolver({
    issues,
    subscribers,
    keys: mongoListKeys(connection),
    findPublished: async () => new Set(),
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
  await subscribers.addConsented([addressOf(0)], { id: 'act', at: now() });
});

it('mails no article that was withheld after the mail was planned, and nothing where nothing else is left', async () => {
  const published = new Set([5]);
  let requests = 0;
  let isDown = false;
  const resolve = createNewsletterResolver({
    issues,
    subscribers,
    keys: mongoListKeys(connection),
    findPublished: async () => {
      requests += 1;
      if (isDown) throw new Error('news is down');
      return new Set(published);
    },
    publicUrl: 'https://vidhi.example',
    now,
  });
  const both = await issues.create({ subject: 'Both', sections: [...CONTENT.sections, ARTICLE] }, STAFF);
  const alone = await issues.create({ subject: 'Alone', sections: [ARTICLE] }, STAFF);
  const sectionsOf = async ({ _id }: StoredIssue) =>
    (await resolve(`${_id}/${subscriberId(addressOf(1))}`))?.values['sections'];
  expect(await sectionsOf(both)).toEqual([...CONTENT.sections, ARTICLE]);
  for (let n = 0; n < 100; n += 1) expect(await sectionsOf(alone)).toEqual([ARTICLE]);
  // The mails of one batch share what a reader of news says, for a few seconds.
  expect(requests).toBe(1);
  published.clear();
  clock += 5_000;
  expect(await sectionsOf(both)).toEqual(CONTENT.sections);
  expect(await sectionsOf(alone)).toBeUndefined();
  // While it cannot be known, a mail waits. The next attempt is another request.
  clock += 5_000;
  isDown = true;
  await expect(sectionsOf(both)).rejects.toThrow('news is down');
  isDown = false;
  expect(await sectionsOf(both)).toEqual(CONTENT.sections);
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
  const at = new Date(clock + 60_000);
  const ids: number[] = [];
  for (const sections of [CONTENT.sections, [ARTICLE]]) {
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

it('sends one issue after the other, at the pace of the site', async () => {
  await connection
    .collection('newsletter_issues')
    .updateMany({ state: 'sending' }, { $set: { state: 'sent', endedAt: now() } });
  clock += 60_000;
  const first = await issues.create({ ...CONTENT, subject: 'First' }, STAFF);
  const second = await issues.create({ ...CONTENT, subject: 'Second' }, STAFF);
  const started = await sender().start(first, STAFF);
  clock += 1;
  await sender().start(second, STAFF);
  const planned = async () => [(await find(first._id)).planned ?? 0, (await find(second._id)).planned ?? 0];
  const turn = async (): Promise<void> => {
    for (let run = 0; run < 3; run += 1) await sender().run();
    await deliver();
  };
  await turn();
  expect(await planned()).toEqual([BATCH, 0]);
  // One that staff pause gives way to the next, in its turn.
  const act = { actor: STAFF, action: 'pause' };
  const paused = await issues.change(await find(started._id), { set: { state: 'paused' } }, act);
  await turn();
  expect(await planned()).toEqual([BATCH, 0]);
  clock += 1_000;
  await turn();
  expect(await planned()).toEqual([BATCH, BATCH]);
  await issues.change(paused, { set: { state: 'sending' } }, { actor: STAFF, action: 'resume' });
  await turn();
  expect(await planned()).toEqual([BATCH, BATCH]);
  let batches = 2;
  for (; (await find(second._id)).state === 'sending'; batches += 1) {
    expect(batches).toBeLessThan(100);
    clock += 1_000;
    const before = await planned();
    await turn();
    const after = await planned();
    expect(after.reduce((sum, n) => sum + n, 0) - before.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(
      BATCH,
    );
  }
  expect(await planned()).toEqual([READERS, READERS]);
  expect(await mailsOf(first._id)).toEqual(allReaders());
  expect(await mailsOf(second._id)).toEqual(allReaders());
});

it('goes on with the next batch while earlier mails are tried again later', async () => {
  clock += 60_000;
  const created = await issues.create(CONTENT, STAFF);
  await sender().start(created, STAFF);
  for (let turn = 0; turn < 30; turn += 1) {
    await sender().run();
    // Each of these mailboxes is full, say.
    await connection
      .collection('mails')
      .updateMany({ state: 'QUEUED', attempts: 0 }, { $set: { attempts: 1, lastFailure: '452' } });
    clock += 1_000;
  }
  expect(await mailsOf(created._id)).toEqual(allReaders());
  expect(await sender().countsOf(await find(created._id))).toMatchObject({ waiting: READERS, sent: 0 });
  await deliver();
});

it('starts and sends what it can while a scheduled issue fails, and takes no offence at another process', async () => {
  clock += 60_000;
  const schedule = async (sections: StoredIssue['sections']): Promise<number> => {
    const created = await issues.create({ subject: 'Later', sections }, STAFF);
    const change = { set: { state: 'scheduled' as const, sendAt: now() } };
    await issues.change(created, change, { actor: STAFF, action: 'schedule' });
    return created._id;
  };
  const failing = await schedule([ARTICLE]);
  const plain = await schedule(CONTENT.sections);
  const fails = async (ids: readonly number[]): Promise<Set<number>> => {
    if (ids.length > 0) throw new Error('news is down');
    return new Set();
  };
  const run = sender(() => 1, fails).run();
  await expect(run).rejects.toMatchObject({ errors: [{ message: 'news is down' }] });
  expect(await find(failing)).toMatchObject({ state: 'scheduled', rev: 2 });
  expect(await find(plain)).toMatchObject({ state: 'sending', planned: BATCH });
  // Two processes find the same issue due: one starts it, and that is no failure of the other.
  const published = async (): Promise<Set<number>> => new Set([5]);
  await Promise.all([sender(() => 1, published).run(), sender(() => 1, published).run()]);
  expect((await find(failing)).state).toBe('sending');
});

it('removes the rows of issues that ended long ago, and has their counts also when it is killed meanwhile', async () => {
  const listEnded = async () => (await issues.list({ state: 'sent' }, 1, 100)).rows;
  const countAll = async () => Promise.all((await listEnded()).map((issue) => sender().countsOf(issue)));
  const before = await countAll();
  expect(before.length).toBeGreaterThan(8);
  const killed = createSendIssues({
    issues,
    subscribers,
    ledger: {
      ...ledger,
      async removeByPrefix(prefix) {
        const eventId = { $gte: prefix, $lt: `${prefix}\uffff` };
        await connection.collection('mails').deleteOne({ eventId });
        throw new Killed();
      },
    },
    enqueue: async () => undefined,
    findPublished: async () => new Set(),
    mailsPerMinute: PER_MINUTE,
    now,
  });
  await expect(killed.trimEndedBefore(new Date(clock + 1))).rejects.toThrow(Killed);
  expect(await countAll()).toEqual(before);
  await sender().trimEndedBefore(new Date(clock + 1));
  for (const { _id } of await listEnded()) expect(await mailsOf(_id)).toEqual([]);
  expect(await countAll()).toEqual(before);
});
