import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENTS, type Envelope } from '@vidhi/contracts/events.ts';
import { followTopics, type Follower } from '@vidhi/messaging/follow.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { testEngines } from '@vidhi/testing/engines.ts';
import type { ServiceProcess } from '@vidhi/testing/service-process.ts';
import { aNewsSite, type NewsSite } from './news-process-builder.ts';

const CRASHES = 8;
const slugOf = (data: unknown): string => (data as { doc: { slug: string } }).doc.slug;
const SIGNAL = { timeout: 300_000, interval: 50 };

/** The writer is killed after its write was stored and before its event was published. */
describe('a writer that dies between a write and its publication', () => {
  const seen: Envelope[] = [];
  let site: NewsSite;
  let reader: ServiceProcess;
  let follower: Follower;

  beforeAll(async () => {
    site = await aNewsSite();
    await (await site.start('write')).end();
    reader = await site.start('read');
    follower = followTopics({
      client: connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'news-crash' }),
      topics: [site.topics.posts.name],
      events: EVENTS,
      apply: (envelope) => void seen.push(envelope),
      from: 'beginning',
      onReset: (reason) => {
        throw new Error(reason);
      },
    });
    await follower.caughtUp;
  });
  afterAll(async () => {
    await follower.close();
    await site.close();
  });

  const write = (url: string, data: object) =>
    fetch(`${url}/api/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...site.editor },
      body: JSON.stringify({ data }),
    });

  /** Writes until the process ends: before a write is stored, a slow engine makes it fail with 503. */
  async function writeUntilCrash(url: string, data: object): Promise<void> {
    let last: unknown;
    const attempt = async () => {
      last = await write(url, data).then(({ status }) => status, String);
      return last;
    };
    await expect.poll(attempt, SIGNAL).not.toBe(503);
    expect(last).toBe('TypeError: fetch failed');
  }

  it('has the unpublished write at once when it starts again from its snapshot', SIGNAL, async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'vidhi-crash-'));
    try {
      const first = await site.start('all', { DATA_DIR });
      expect((await write(first.url, { title: 'Before', slug: 'before' })).status).toBe(200);
      // A process that is stopped writes its snapshot.
      await first.end();
      expect(existsSync(join(DATA_DIR, 'writer.snapshot'))).toBe(true);

      const second = await site.start('all', { DATA_DIR, NEWS_CRASH_AFTER_WRITE: 'true' });
      await writeUntilCrash(second.url, { title: 'Unpublished', slug: 'unpublished' });
      await second.end();
      const third = await site.start('all', { DATA_DIR });
      const response = await fetch(`${third.url}/api/posts?sort=id&pagination[pageSize]=100`);
      const { data } = (await response.json()) as { data: { attributes: { slug: string } }[] };
      expect(data.map(({ attributes }) => attributes.slug)).toEqual(
        expect.arrayContaining(['before', 'unpublished']),
      );
      await third.end();
    } finally {
      rmSync(DATA_DIR, { recursive: true, force: true });
    }
  });

  it(
    `has each of ${CRASHES} events published by the next one, effectively once`,
    { timeout: 600_000 },
    async () => {
      for (let round = 1; round <= CRASHES; round += 1) {
        const writer = await site.start('write', { NEWS_CRASH_AFTER_WRITE: 'true' });
        await writeUntilCrash(writer.url, { title: `Crash ${round}`, slug: `crash-${round}` });
        expect(await writer.end()).toBeNull();
      }
      const last = await site.start('write');
      const crashed = () => seen.filter(({ data }) => slugOf(data).startsWith('crash-'));
      const slugsSeen = () => new Set(crashed().map(({ data }) => slugOf(data)));
      await expect.poll(() => slugsSeen().size, SIGNAL).toBe(CRASHES);
      expect(new Set(crashed().map(({ id }) => id)).size).toBe(CRASHES);
      expect(new Set(crashed().map(({ type }) => type))).toEqual(new Set(['post.published']));
      const count = async () => {
        const response = await fetch(`${reader.url}/api/posts?pagination[pageSize]=100`);
        const { data } = (await response.json()) as { data: { attributes: { slug: string } }[] };
        return data
          .map(({ attributes }) => attributes.slug)
          .filter((slug) => slug.startsWith('crash-'))
          .toSorted();
      };
      const expected = Array.from({ length: CRASHES }, (_, at) => `crash-${at + 1}`).toSorted();
      await expect.poll(count, SIGNAL).toEqual(expected);
      const metrics = async () => (await fetch(`${last.url}/metrics`)).text();
      await expect.poll(metrics, SIGNAL).toMatch(/vidhi_news_outbox_oldest_seconds\{[^}]*\} 0\n/);
    },
  );
});
