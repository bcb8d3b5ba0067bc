import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { openapiProblems } from '@vidhi/testing/openapi-problems.ts';
import { buildApp } from './app.ts';
import type { ContactFields } from './contact/contact-message.ts';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { createRequestLimits } from './limits/request-limits.ts';
import { unusedDesk } from './newsletter/newsletter-app-builder.ts';

const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
const SITE = 'office@vidhi.example';
const ID = 'a'.repeat(40);
const KEY = 'k'.repeat(32);
const LINK = `subscriber=${ID}&key=${KEY}`;
const FORM = { name: 'Asha', email: 'asha@example.in', subject: 'Hello', message: 'A question' };

let app: FastifyInstance;
let isReady: boolean;
let received: ContactFields[];
let subscribed: string[];
let changed: string[];
let imported: string[];
let removals: number;

beforeEach(async () => {
  isReady = true;
  received = [];
  subscribed = [];
  changed = [];
  imported = [];
  removals = 0;
  let nextId = 0;
  app = await buildApp({
    logLevel: false,
    metrics: createMetrics('notify'),
    readiness: () => ({}),
    isReady: () => isReady,
    trustedProxies: ['127.0.0.1'],
    serviceToken: SERVICE_TOKEN,
    ledger: {
      findKnown: async (ids) => ids.filter((id) => id.startsWith('mail.requested:')),
      stats: async () => ({
        states: { QUEUED: 2, SENDING: 1, SENT: 9, CANCELLED: 4, DEAD: 1 },
        oldestQueuedSeconds: 7.5,
      }),
      findDead: async () => [],
      requeueDead: async () => 0,
      listOfPurchase: async () => [],
      resend: async () => null,
      findSent: async (ids) => ids.filter((id) => id.endsWith(':2')),
    },
    personalData: {
      subscribers: { find: async () => null, erase: async () => undefined },
      messages: { listFrom: async () => [], removeFrom: async () => undefined },
      grievances: { listFrom: async () => [], removeFrom: async () => undefined },
    },
    enqueue: async () => undefined,
    receiveContact: async (fields) => void received.push(fields),
    readSite: async () => ({
      identity: { name: 'Vidhi', url: 'https://vidhi.example', footerFrom: 2012, footerTo: 2024 },
      contactAddress: SITE,
    }),
    subscribe: async (address, source) => void subscribed.push(`${address} ${source}`),
    subscribers: {
      find: async () => null,
      confirm: async (id, key) => (changed.push(`confirm ${id}`), key === KEY),
      unsubscribe: async (id, key) => (changed.push(`unsubscribe ${id}`), key === KEY),
      readPreferences: async () => null,
      choose: async () => false,
      import: async ({ address }) => (imported.push(address), 'imported'),
      removeImported: async () => void (removals += 1),
      countImported: async () => imported.length,
    },
    limits: createRequestLimits(inProcessCounters()),
    nextResponseId: async () => (nextId += 1),
    importOrigin: {
      claim: async (_requested, replace, removeAll) => (replace ? removeAll() : undefined),
      check: async () => undefined,
      find: async () => null,
    },
    ...unusedDesk(),
  });
});
afterEach(async () => app.close());

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers });
const internal = (url: string, payload: object) => post(url, payload, { 'x-service-token': SERVICE_TOKEN });
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('notify', () => {
  it('is alive, ready and measured', async () => {
    for (const url of ['/livez', '/readyz']) expect((await app.inject(url)).statusCode).toBe(200);
    expect((await app.inject('/metrics')).body).toContain('service="notify"');
  });

  it('describes its public calls for clients that are generated', async () => {
    expect(openapiProblems((await app.inject('/internal/openapi.json')).json())).toEqual([]);
  });

  it('responds 503 until its indexes exist', async () => {
    isReady = false;
    expect((await post('/api/email', FORM)).statusCode).toBe(503);
    expect(received).toEqual([]);
  });
});

describe('POST /api/email', () => {
  it('takes a contact message', async () => {
    const response = await post('/api/email', { ...FORM, to: SITE, html: '<script>' });
    expect([response.statusCode, response.json()]).toEqual([200, {}]);
    expect(received).toEqual([FORM]);
  });

  it('responds 200 to the mails that the site sends by itself, and 403 to all others, and stores neither', async () => {
    expect(
      (await post('/api/email', { to: 'buyer@example.in', subject: 'Order Confirmed' })).statusCode,
    ).toBe(200);
    const response = await post('/api/email', { to: 'victim@example.in', subject: 'Hello', text: 'x' });
    expect([response.statusCode, response.json().error.name]).toEqual([403, 'ForbiddenError']);
    expect(received).toEqual([]);
  });

  it('takes five requests a minute from an address, and says so', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await post('/api/email', FORM, from('198.51.100.7'))).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const rejected = await post('/api/email', FORM, from('198.51.100.7'));
    expect([rejected.json().error.name, rejected.headers['x-ratelimit-limit']]).toEqual([
      'RateLimitError',
      '5',
    ]);
    expect((await post('/api/email', FORM, from('198.51.100.8'))).statusCode).toBe(200);
  });
});

describe('POST /api/coming-soon-users', () => {
  const subscribe = (data: unknown) => post('/api/coming-soon-users', { data });

  it('responds as the reference, alike for a new and a known address', async () => {
    const first = await subscribe({ email: ' Asha@Example.in ' });
    const second = await subscribe({ email: 'asha@example.in' });
    const attributes = {
      email: 'asha@example.in',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    };
    expect([first.statusCode, first.json()]).toEqual([200, { data: { id: 1, attributes }, meta: {} }]);
    expect([second.statusCode, second.json()]).toEqual([200, { data: { id: 2, attributes }, meta: {} }]);
    expect(subscribed).toEqual(['asha@example.in coming-soon', 'asha@example.in coming-soon']);
  });

  it('accepts ten requests a day for one mailbox, for all clients and every spelling of its address', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const data = { email: n % 2 === 0 ? `v.i.ctim+${n}@gmail.com` : 'victim@googlemail.com' };
      statuses.push((await post('/api/coming-soon-users', { data }, from(`198.51.100.${n}`))).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    const data = { email: 'other@gmail.com' };
    const other = await post('/api/coming-soon-users', { data }, from('198.51.100.1'));
    expect(other.statusCode).toBe(200);
  });

  it.each([
    [{ email: 'nobody' }, 'email must be a valid email'],
    [{ email: 'a@b.example, c@d.example' }, 'email must be a valid email'],
    [{ email: 5 }, 'email must be a `string` type, but the final value was: `5`.'],
    [{}, 'email must be defined.'],
    [[], 'this must be a `object` type, but the final value was: `null` (cast from the value `[]`).'],
    [undefined, 'Missing "data" payload in the request body'],
  ])('rejects %j', async (data, message) => {
    const response = await subscribe(data);
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      expect.objectContaining({ name: 'ValidationError', message }),
    ]);
    expect(subscribed).toEqual([]);
  });
});

describe('the links of mails to subscribers', () => {
  it.each(['confirm', 'unsubscribe'])('%s: a GET leads to the page and changes nothing', async (action) => {
    const response = await app.inject(`/api/subscriptions/${action}?${LINK}`);
    expect([response.statusCode, response.headers.location]).toEqual([303, `/${action}?${LINK}`]);
    expect(changed).toEqual([]);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=b', '--b--'],
  ])('unsubscribe by one POST of a mail program (RFC 8058), as %s', async (type, payload) => {
    const response = await app.inject({
      method: 'POST',
      url: `/api/subscriptions/unsubscribe?${LINK}`,
      headers: { 'content-type': type },
      payload,
    });
    expect(response.statusCode).toBe(200);
    expect(changed).toEqual([`unsubscribe ${ID}`]);
  });

  it('respond 404 with a page for a wrong or missing key', async () => {
    for (const query of [
      LINK.replaceAll('k', 'x'),
      `subscriber=${ID}`,
      `${LINK}&key=2`,
      'subscriber[$ne]=1&key=1',
    ]) {
      const response = await app.inject({ method: 'POST', url: `/api/subscriptions/confirm?${query}` });
      expect([query, response.statusCode, response.headers['content-type']]).toEqual([
        query,
        404,
        'text/html; charset=utf-8',
      ]);
    }
  });
});

describe('the endpoints for other services', () => {
  it.each([
    ['/internal/mails/known', { eventIds: [] }],
    ['/internal/mails/sent', { eventIds: [] }],
    ['/internal/subscribers', { email: 'asha@example.in', source: 'register' }],
    ['/internal/import/coming-soon-users', { items: [], origin: { site: 's', demo: false } }],
  ])('%s rejects requests without the service token', async (url, body) => {
    expect((await post(url, body)).statusCode).toBe(403);
    expect((await post(url, body, { 'x-service-token': 'x'.repeat(33) })).statusCode).toBe(403);
  });

  it('say which events have a row', async () => {
    const response = await internal('/internal/mails/known', {
      eventIds: ['mail.requested:a', 'order.created:b'],
    });
    expect(response.json()).toEqual({ known: ['mail.requested:a'] });
  });

  it('tell how many mails wait, and for how long', async () => {
    const headers = { 'x-service-token': SERVICE_TOKEN };
    const response = await app.inject({ url: '/internal/mails/state', headers });
    expect(response.json()).toEqual({ pending: 3, dead: 1, oldestPendingSeconds: 7.5 });
  });

  it('say whose mails were sent', async () => {
    const response = await internal('/internal/mails/sent', {
      eventIds: ['order.created:1', 'order.created:2'],
    });
    expect(response.json()).toEqual({ sent: ['order.created:2'] });
  });

  it('take a subscriber who registered with an e-mail alone', async () => {
    const response = await internal('/internal/subscribers', {
      email: 'Asha@example.in',
      source: 'register',
    });
    expect(response.statusCode).toBe(202);
    expect(subscribed).toEqual(['asha@example.in register']);
    expect((await internal('/internal/subscribers', { email: 'x', source: 'register' })).statusCode).toBe(
      400,
    );
  });

  it('import addresses without subscribing them', async () => {
    const response = await internal('/internal/import/coming-soon-users', {
      items: [
        { id: 1, email: 'Asha@example.in', createdAt: '2024-01-01T00:00:00.000Z' },
        { id: 2, email: null },
      ],
      origin: { site: 'old', demo: false },
    });
    expect(response.json()).toEqual({
      imported: 1,
      unchanged: 0,
      skipped: [{ id: 2, reason: 'it has no valid e-mail address' }],
    });
    expect([imported, subscribed, removals]).toEqual([['asha@example.in'], [], 0]);
  });
});
