import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { IssueSection } from '@vidhi/contracts/newsletter.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { COLLECTIONS } from '../collections.ts';
import { DIGESTS } from './digest-collection.ts';
import { mongoDigestStore, type DigestStore } from './digest-store.ts';
import { ISSUES } from './issue-collection.ts';
import { mongoIssueStore, type IssueStore } from './issue-store.ts';
import { createSendDigest, type FindArticles } from './send-digest.ts';

const STAFF = { id: 11, role: 11, via: 'console' } as const;
const HOUR_MS = 3_600_000;
const START = new Date('2026-11-29T09:00:00+05:30').getTime();

let database: FreshDatabase;
let connection: Connection;
let digests: DigestStore;
let issues: IssueStore;
let clock = START;
let articles: { id: number; at: number }[] = [];
let readers = 1;
const now = (): Date => new Date(clock);

beforeAll(async () => {
  database = freshDatabase('digest');
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, COLLECTIONS);
  digests = mongoDigestStore(connection, TOPICS.siteAudit, () => undefined, now);
  issues = mongoIssueStore(connection, TOPICS.siteAudit, () => undefined, now);
});
beforeEach(async () => {
  clock = START;
  articles = [];
  readers = 1;
  for (const { name } of [DIGESTS, ISSUES]) await connection.collection(name).deleteMany({});
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

class Killed extends Error {}

/** Returns the part as a process has it that is killed before or after any of its calls, by chance. */
const killable = <Part extends object>(part: Part, random: () => number): Part =>
  new Proxy(part, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        if (random() < 0.2) throw new Killed();
        const result = await method(...args);
        if (random() < 0.2) throw new Killed();
        return result;
      };
    },
  });

/** A sequence of numbers in [0, 1) that the seed decides. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const findArticles: FindArticles = async ({ after, until }, limit) => {
  const found = articles.filter(({ at }) => at > after.getTime() && at <= until.getTime());
  const sections = found.map(({ id }): IssueSection => ({
    kind: 'article',
    id,
    title: `Report ${id}`,
    text: '',
    path: `/report-${id}`,
  }));
  return { sections: sections.slice(0, limit), more: Math.max(0, found.length - limit) };
};

const sender = (random: () => number = () => 1) =>
  createSendDigest({
    digests: killable(digests, random),
    issues: killable(issues, random),
    subscribers: { countRecipients: async () => readers },
    findArticles,
    publicUrl: 'https://vidhi.example/',
    now,
  });

const turnOn = async (rule: object = {}) => {
  const read = await digests.read();
  const times = { every: 'day', weekday: 'monday', minute: 450, title: 'News of the day' } as const;
  return digests.change(read, { ...times, isOn: true, ...rule }, STAFF);
};
const stored = () => connection.collection(ISSUES.name).find({}).sort({ _id: 1 }).toArray();
const articleIds = async (): Promise<number[]> =>
  (await stored()).flatMap(({ sections }) =>
    (sections as IssueSection[]).flatMap((section) => (section.kind === 'article' ? [section.id] : [])),
  );

it('is off until somebody turns it on, and makes nothing then', async () => {
  articles = [{ id: 1, at: clock }];
  clock += 48 * HOUR_MS;
  await sender()();
  expect(await stored()).toEqual([]);
  expect(await digests.read()).toMatchObject({ isOn: false, rev: 0 });
});

it('has what was published since the last one, goes out at once, and is none where nothing was published', async () => {
  await turnOn();
  articles = [
    { id: 1, at: START - 1 },
    { id: 2, at: START + HOUR_MS },
  ];
  clock += HOUR_MS;
  await sender()();
  expect(await stored()).toEqual([]);
  clock = new Date('2026-11-30T07:30:59+05:30').getTime();
  await sender()();
  expect(await stored()).toEqual([]);
  clock += 1_000;
  await sender()();
  await sender()();
  expect(await stored()).toMatchObject([
    {
      subject: 'News of the day, 30 November 2026',
      state: 'scheduled',
      sendAt: now(),
      sections: [{ id: 2 }],
    },
  ]);
  clock += 24 * HOUR_MS;
  await sender()();
  expect(await stored()).toHaveLength(1);
  expect(await digests.read()).toMatchObject({ nextAt: new Date('2026-12-02T07:30:00+05:30') });
});

it('is one digest after days without a running site', async () => {
  await turnOn();
  articles = [1, 2, 3].map((id) => ({ id, at: START + id * 24 * HOUR_MS }));
  clock += 100 * HOUR_MS;
  await sender()();
  await sender()();
  expect(await stored()).toHaveLength(1);
  expect(await articleIds()).toEqual([1, 2, 3]);
});

it('is not made for nobody', async () => {
  await turnOn();
  readers = 0;
  articles = [{ id: 1, at: START + 1 }];
  clock += 24 * HOUR_MS;
  await sender()();
  expect(await stored()).toEqual([]);
});

it('begins anew when it is turned on again, and says no time while it is off', async () => {
  await turnOn();
  articles = [{ id: 1, at: START + 1 }];
  await turnOn({ isOn: false });
  expect((await digests.read()).nextAt).toBeUndefined();
  clock += 24 * HOUR_MS;
  await sender()();
  await turnOn();
  clock += 24 * HOUR_MS;
  await sender()();
  expect(await stored()).toEqual([]);
});

it('has room for no more than an issue takes, and says how many are left', async () => {
  await turnOn();
  articles = Array.from({ length: 50 }, (_, n) => ({ id: n + 1, at: START + 1 }));
  clock += 24 * HOUR_MS;
  await sender()();
  const [issue] = await stored();
  const sections = (issue?.['sections'] ?? []) as IssueSection[];
  expect(sections).toHaveLength(40);
  expect(sections.at(-1)).toMatchObject({
    text: '11 more are at https://vidhi.example/',
  });
});

it('keeps its next time when its title changes after that time and before it is made', async () => {
  await turnOn();
  articles = [{ id: 1, at: START + HOUR_MS }];
  clock = new Date('2026-11-30T07:30:30+05:30').getTime();
  await turnOn({ title: 'News of the morning' });
  clock += 60_000;
  await sender()();
  expect(await stored()).toMatchObject([{ subject: 'News of the morning, 30 November 2026' }]);
});

it('has its next time anew when the time of its rule changes', async () => {
  await turnOn();
  await turnOn({ minute: 600 });
  expect((await digests.read()).nextAt).toEqual(new Date('2026-11-29T10:00:00+05:30'));
});

it('rejects a change of a rule that has changed since it was read', async () => {
  const read = await digests.read();
  await turnOn();
  await expect(digests.change(read, { ...read, title: 'Other' }, STAFF)).rejects.toMatchObject({
    status: 409,
  });
});

it.each([1, 2, 3, 4, 5, 6])(
  'has each article once, with two processes that are killed at any call (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    await turnOn();
    let kills = 0;
    const all = Array.from({ length: 12 }, (_, n) => n + 1);
    for (const id of all) {
      articles.push({ id, at: clock + HOUR_MS });
      clock += 13 * HOUR_MS;
      const runs = [sender(random)(), sender(random)()];
      for (const { status } of await Promise.allSettled(runs)) kills += status === 'rejected' ? 1 : 0;
    }
    clock += 24 * HOUR_MS;
    await sender()();
    clock += 24 * HOUR_MS;
    await sender()();
    expect(kills).toBeGreaterThan(0);
    expect((await articleIds()).toSorted((a, b) => a - b)).toEqual(all);
    const times = (await stored()).map(({ digestOf }) => (digestOf as Date).getTime());
    expect(new Set(times).size).toBe(times.length);
  },
);
