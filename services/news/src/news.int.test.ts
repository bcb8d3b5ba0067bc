import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  eventId,
  MediaChanged,
  MediaStored,
  UserRegistered,
  UserUpdated,
  type Envelope,
} from '@vidhi/contracts/events.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createProducer, type Producer } from '@vidhi/messaging/producer.ts';
import { endOffsets } from '@vidhi/messaging/topics.ts';
import { testEngines } from '@vidhi/testing/engines.ts';
import type { ServiceProcess } from '@vidhi/testing/service-process.ts';
import { aNewsSite, SERVICE_TOKEN, type NewsSite } from './news-process-builder.ts';

interface PostResponse {
  status: number;
  headers: Headers;
  body: { data: { id: number; attributes: Record<string, unknown> } };
}

import { signVisitor } from './views/visitor.ts';

let site: NewsSite;
let writer: ServiceProcess;
let readers: ServiceProcess[];
let producer: Producer;

beforeAll(async () => {
  site = await aNewsSite();
  producer = createProducer(connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'news-test' }));
  writer = await site.start('write');
  readers = await Promise.all([site.start('read'), site.start('read'), site.start('read')]);
});
afterAll(async () => {
  await producer.close();
  await site.close();
});

async function send(url: string, method: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as PostResponse['body'],
  };
}

const edit = (method: string, path: string, data?: unknown) =>
  send(`${writer.url}${path}`, method, data === undefined ? undefined : { data }, site.editor);

const SIGNAL = { timeout: 300_000, interval: 20 };
const everyReader = async (path: string, check: (body: string, status: number) => unknown) =>
  Promise.all(
    readers.map(async ({ url }) => {
      const response = await fetch(`${url}${path}`);
      return check(await response.text(), response.status);
    }),
  );
const all = <T>(value: T): T[] => readers.map(() => value);

describe('a change by an editor', () => {
  it('reaches list, search, feed and page of every reader, and is withdrawn everywhere', async () => {
    const { status, body } = await edit('POST', '/api/posts', {
      title: 'A Singular Judgment',
      slug: 'a-singular-judgment',
      content: '<p>Text</p>',
      publish_date: '2026-11-20T10:00:00.000Z',
    });
    expect(status).toBe(200);
    const { id } = body.data;
    const has = (text: string): boolean => text.includes('a-singular-judgment');
    const places = [
      '/api/posts?sort=publish_date:desc',
      '/api/posts?filters[title][$containsi]=singular',
      '/feed.xml',
      `/api/posts/${id}`,
      '/api/suggest?q=a%20sing',
      '/sitemaps/posts-1.xml',
    ];
    for (const place of places) await expect.poll(() => everyReader(place, has), SIGNAL).toEqual(all(true));

    await edit('PUT', `/api/posts/${id}`, { slug: 'a-plural-judgment' });
    await expect
      .poll(
        () => everyReader('/api/slugs/a-singular-judgment', (text) => text.includes('"a-plural-judgment"')),
        SIGNAL,
      )
      .toEqual(all(true));

    await edit('PUT', `/api/posts/${id}`, { publishedAt: null });
    await expect.poll(() => everyReader(`/api/posts/${id}`, (_text, code) => code), SIGNAL).toEqual(all(404));
    expect((await edit('GET', `/api/posts/${id}`)).status).toBe(200);
  });

  it('publishes a scheduled post when its time has come', async () => {
    const schedule = async (aheadMs: number) => {
      const time = Date.now() + aheadMs;
      const { body } = await edit('POST', '/api/posts', {
        title: 'Later',
        slug: `later-${aheadMs}`,
        publishedAt: new Date(time).toISOString(),
      });
      const statuses = () => everyReader(`/api/posts/${body.data.id}`, (_text, status) => status);
      const early = await statuses();
      return { time, statuses, early, isEarly: Date.now() < time };
    };
    // Far enough ahead to read it before: seconds on an overloaded machine.
    let aheadMs = 1_500;
    let post = await schedule(aheadMs);
    while (!post.isEarly) post = await schedule((aheadMs *= 2));
    expect(post.early).toEqual(all(404));
    await expect.poll(post.statuses, SIGNAL).toEqual(all(200));
    expect(Date.now()).toBeGreaterThanOrEqual(post.time);
  });

  it('reaches settings too', async () => {
    await edit('PUT', '/api/site-setting', { contact_email: 'desk@example.in' });
    await expect
      .poll(() => everyReader('/api/site-setting', (text) => text.includes('desk@example.in')), SIGNAL)
      .toEqual(all(true));
  });

  it('advances the data position of responses', async () => {
    const offsetOf = async () => {
      const { headers } = await fetch(`${readers[0]?.url}/api/tags`);
      return /news\.site=(\d+);/.exec(headers.get('x-data-position') ?? '')?.[1];
    };
    const before = Number(await offsetOf());
    await edit('POST', '/api/tags', { name: 'Position', slug: 'position' });
    await expect.poll(async () => Number(await offsetOf()), SIGNAL).toBe(before + 1);
    const client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'news-test' });
    expect(await endOffsets(client, [site.topics.site.name])).toEqual(
      new Map([[site.topics.site.name, BigInt(before + 1)]]),
    );
  });
});

describe('pictures and names of authors', () => {
  const event = (type: string, id: number, data: unknown): Envelope => ({
    id: eventId(type, id, 1),
    type,
    v: 1,
    aggregateId: String(id),
    occurredAt: '2026-11-20T10:00:00.000Z',
    data,
  });

  it('are received by events, also by a reader that starts later, and validated when an editor uses them', async () => {
    const { body } = await edit('POST', '/api/posts', { title: 'Picture', slug: 'picture' });
    const { id } = body.data;
    expect((await edit('PUT', `/api/posts/${id}`, { image: 77 })).status).toBe(400);
    const picture = { id: 77, name: 'p.jpg', url: '/uploads/p_0123456789.jpg', width: 10, height: 10 };
    await producer.publish(site.topics.media.name, event(MediaStored.type, 77, { rev: 1, doc: picture }));
    await producer.publish(
      site.topics.users.name,
      event(UserRegistered.type, 5, { rev: 1, id: 5, first_name: 'Asha', last_name: 'Rao', role: 10 }),
    );
    await expect
      .poll(async () => (await edit('PUT', `/api/posts/${id}`, { image: 77, user: 5 })).status, SIGNAL)
      .toBe(200);
    const whole = (text: string) => text.includes('/uploads/p_0123456789.jpg') && text.includes('"Rao"');
    await expect.poll(() => everyReader(`/api/posts/${id}?populate=*`, whole), SIGNAL).toEqual(all(true));
    const late = await site.start('read');
    const response = await fetch(`${late.url}/api/posts/${id}?populate=*`);
    expect(whole(await response.text())).toBe(true);
    expect(await late.end()).toBe(0);
  });

  it('include token versions: a revoked token of staff is rejected everywhere, also by a reader that starts later', async () => {
    const publish = (rev: number, tokenVersion: number) => {
      const data = { rev, id: 6, first_name: 'Usha', last_name: 'Sen', role: 10, tokenVersion };
      return producer.publish(site.topics.users.name, {
        ...event(UserUpdated.type, 6, data),
        id: eventId(UserUpdated.type, 6, rev),
      });
    };
    const old = await site.bearer({ userId: 6, role: 10, tokenVersion: 1 });
    const renewed = await site.bearer({ userId: 6, role: 10, tokenVersion: 2 });
    const statuses = (headers: Record<string, string>) =>
      Promise.all(
        [writer, ...readers].map(async ({ url }) => (await fetch(`${url}/api/posts`, { headers })).status),
      );
    await publish(1, 1);
    expect(await statuses(old)).toEqual([200, ...all(200)]);
    await publish(2, 2);
    await expect.poll(() => statuses(old), SIGNAL).toEqual([401, ...all(401)]);
    expect(await statuses(renewed)).toEqual([200, ...all(200)]);
    const rejected = await send(`${writer.url}/api/tags`, 'POST', { data: { name: 'No', slug: 'no' } }, old);
    expect(rejected.status).toBe(401);
    const late = await site.start('read');
    expect((await send(`${late.url}/api/posts`, 'GET', undefined, old)).status).toBe(401);
    expect(await late.end()).toBe(0);
  });

  it('include picture variants, which every reader serves', async () => {
    const variants = {
      placeholder: 'data:image/webp;base64,AA==',
      color: '#804020',
      sources: { avif: [], webp: [{ width: 10, height: 10, url: '/uploads/variants/0a-10.webp' }], jpeg: [] },
    };
    const picture = { id: 78, name: 'q.jpg', url: '/uploads/q_0123456789.jpg' };
    await producer.publish(site.topics.media.name, event(MediaStored.type, 78, { rev: 1, doc: picture }));
    const changed = { rev: 2, doc: { ...picture, variants } };
    await producer.publish(site.topics.media.name, event(MediaChanged.type, 78, changed));
    const whole = (text: string) => text === JSON.stringify({ data: { 78: variants } });
    await expect.poll(() => everyReader('/api/picture-variants?ids=78,79', whole), SIGNAL).toEqual(all(true));
  });
});

describe('views', () => {
  const view = (id: number, cookie: string) =>
    send(`${writer.url}/api/posts/${id}`, 'PUT', { data: { views_count: 0 } }, { cookie });
  const cookieOf = (visitor: number): string =>
    `vidhi_visitor=${signVisitor(String(visitor).padStart(11, '0'), SERVICE_TOKEN)}`;

  /** 1,000 views, 100 at a time: more open connections than that may time out on a busy machine. */
  async function viewThousandTimes(id: number, visitorOf: (view: number) => number) {
    const responses: Awaited<ReturnType<typeof view>>[] = [];
    for (let start = 0; start < 1_000; start += 100) {
      const views = Array.from({ length: 100 }, (_, at) => view(id, cookieOf(visitorOf(start + at))));
      responses.push(...(await Promise.all(views)));
    }
    return responses;
  }

  it('of 1,000 visitors are 1,000, of one visitor 1, on every reader', async () => {
    const { body } = await edit('POST', '/api/posts', { title: 'Viewed', slug: 'viewed' });
    const { id } = body.data;
    const responses = await viewThousandTimes(id, (visitor) => visitor);
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const again = await viewThousandTimes(id, () => 7);
    expect(again.every(({ status }) => status === 200)).toBe(true);
    expect(again.at(-1)?.body.data.attributes['views_count']).toBe(1_000);
    const counts = () =>
      everyReader(
        `/api/posts/${id}`,
        (text) => (JSON.parse(text) as PostResponse['body']).data.attributes['views_count'],
      );
    await expect.poll(counts, SIGNAL).toEqual(all(1_000));

    const { body: other } = await edit('POST', '/api/posts', { title: 'Once', slug: 'once' });
    await viewThousandTimes(other.data.id, () => 7);
    expect((await edit('GET', `/api/posts/${other.data.id}`)).body.data.attributes['views_count']).toBe(1);
  });
});

/** Notes of posts from which a script was removed. */
const removedFrom = (...ids: number[]) => ids.map((id) => ({ id, reason: 'removed from content: script' }));

describe('the import endpoint', () => {
  const items = [1, 2, 3].map((id) => ({
    id: 9_000 + id,
    title: `Imported ${id}`,
    slug: `imported-${id}`,
    content: '<p>Old<script>alert(1)</script></p>',
    tags: [],
    categories: [],
    views_count: 10,
    createdAt: '2020-01-01T00:00:00.000Z',
    updatedAt: '2020-01-02T00:00:00.000Z',
    publishedAt: '2020-01-03T00:00:00.000Z',
  }));
  const push = async (
    origin: object,
    headers: Record<string, string> = { 'x-service-token': SERVICE_TOKEN },
  ) => {
    const response = await send(`${writer.url}/internal/import/posts`, 'POST', { items, origin }, headers);
    return { status: response.status, body: response.body as unknown };
  };

  it('requires the service token', async () => {
    expect((await push({ site: 'demo', demo: true }, {})).status).toBe(403);
    expect((await push({ site: 'demo', demo: true }, site.editor)).status).toBe(403);
  });

  it('imports idempotently, on every reader, and rejects the demo over a real site', async () => {
    const demo = { site: 'demo', demo: true };
    expect(await push(demo)).toEqual({
      status: 200,
      body: { imported: 3, unchanged: 0, skipped: [], notes: removedFrom(9_001, 9_002, 9_003) },
    });
    expect((await push(demo)).body).toEqual({
      imported: 0,
      unchanged: 3,
      skipped: [],
      notes: removedFrom(9_001, 9_002, 9_003),
    });
    const shown = (text: string) =>
      text.includes('Imported 3') && text.includes('<p>Old</p>') && !text.includes('alert');
    await expect.poll(() => everyReader('/api/posts/9003', shown), SIGNAL).toEqual(all(true));
    expect((await push({ site: 'real.example', demo: false })).status).toBe(409);
    const status = await fetch(`${writer.url}/internal/import-status`, {
      headers: { 'x-service-token': SERVICE_TOKEN },
    });
    expect(await status.json()).toMatchObject({ origin: demo, counts: { post: expect.any(Number) } });
    const { body } = await edit('POST', '/api/posts', { title: 'After', slug: 'after-import' });
    expect(body.data.id).toBeGreaterThan(9_003);
  });

  it('replaces the demo on request, on every reader, and never a real site', async () => {
    const real = { site: 'real.example', demo: false };
    const [item] = items;
    const pushAs = (origin: object, replace: boolean) =>
      send(
        `${writer.url}/internal/import/posts`,
        'POST',
        { items: [{ ...item, title: 'Of the real site' }], origin, replace },
        { 'x-service-token': SERVICE_TOKEN },
      );
    expect((await pushAs(real, true)).body).toEqual({
      imported: 1,
      unchanged: 0,
      skipped: [],
      notes: removedFrom(9_001),
    });
    const titles = () =>
      everyReader('/api/posts', (text) =>
        (JSON.parse(text) as { data: PostResponse['body']['data'][] }).data.map(
          ({ attributes }) => attributes['title'],
        ),
      );
    await expect.poll(titles, SIGNAL).toEqual(all(['Of the real site']));
    const settings = () =>
      everyReader('/api/site-options', (text, status) => status === 200 && text.includes('Vidhi'));
    await expect.poll(settings, SIGNAL).toEqual(all(true));
    expect((await pushAs({ site: 'demo', demo: true }, true)).status).toBe(409);
    expect(await titles()).toEqual(all(['Of the real site']));
  });

  it('skips documents without their required values, leaves out other invalid ones, and says so', async () => {
    const bad = [
      { id: 9_010, title: {} },
      { id: 9_011, title: 'ok', slug: 'ok-9011', tags: ['x'] },
    ];
    const body = {
      items: [...bad, { id: 9_012, title: 'Fine', slug: 'fine' }],
      origin: { site: 'real.example', demo: false },
    };
    const response = await send(`${writer.url}/internal/import/posts`, 'POST', body, {
      'x-service-token': SERVICE_TOKEN,
    });
    expect(response.body).toEqual({
      imported: 2,
      unchanged: 0,
      skipped: [{ id: 9_010, reason: 'title is no string' }],
      notes: [{ id: 9_011, reason: 'tags ["x"] is no relation: left out' }],
    });
  });
});

describe('one process for everything', () => {
  it('accepts writes and serves visitors, who see no drafts', async () => {
    const whole = await site.start('all');
    const post = async (data: object) =>
      (await send(`${whole.url}/api/posts`, 'POST', { data }, site.editor)).body.data.id;
    const [draft, live] = [
      await post({ title: 'Draft', slug: 'draft-of-all', publishedAt: null }),
      await post({ title: 'Live', slug: 'live-of-all' }),
    ];
    const statusOf = async (id: number) => (await fetch(`${whole.url}/api/posts/${id}`)).status;
    expect([await statusOf(draft), await statusOf(live)]).toEqual([404, 200]);
    // The other writer has the draft too, although its event has no content.
    await expect.poll(async () => (await edit('GET', `/api/posts/${draft}`)).status, SIGNAL).toBe(200);
    expect(await whole.end()).toBe(0);
  });
});
