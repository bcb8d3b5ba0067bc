import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Envelope } from '@vidhi/contracts/events.ts';
import { RETRY_MS, createWebhookDeliveries, type WebhookDeliveries } from './deliver-webhook.ts';
import { deliveryId, type DeliveryStore } from './delivery-store.ts';
import type { WebhookRequest } from './post-webhook.ts';
import type { StoredDelivery, StoredWebhook } from './webhook-collections.ts';
import { ForbiddenTargetError } from './webhook-target.ts';

const START = Date.parse('2026-11-28T06:30:00.000Z');
const SECRET = `whsec_${Buffer.from('a secret of 32 bytes, or nearly!').toString('base64')}`;
const FORMER = `whsec_${Buffer.from('the secret before that, which is').toString('base64')}`;

const aWebhook = (changes: Partial<StoredWebhook> = {}): StoredWebhook =>
  ({
    _id: 1,
    rev: 1,
    url: 'https://receiver.example/hook',
    events: ['order.created', 'post.published'],
    active: true,
    createdAt: new Date(START - 1_000),
    secret: SECRET,
    ...changes,
  }) as StoredWebhook;

const ORDER: Envelope = {
  id: 'order.created:pu_1',
  type: 'order.created',
  v: 1,
  aggregateId: 'pu_1',
  occurredAt: new Date(START).toISOString(),
  data: { purchaseId: 'pu_1', checkoutId: 'co_1', userId: 4, totalPaise: 49_900 },
};

let at: number;
let webhooks: StoredWebhook[];
let stored: Map<string, StoredDelivery>;
let sent: WebhookRequest[];
let respond: () => number;
let enqueued: string[];
let sending: WebhookDeliveries;

const store: DeliveryStore = {
  async insert({ eventId, webhook, event, body }) {
    const _id = deliveryId(eventId, webhook);
    const now = new Date(at);
    if (!stored.has(_id))
      stored.set(_id, {
        _id,
        webhook,
        event,
        body,
        state: 'queued',
        attempts: 0,
        createdAt: now,
        dueAt: now,
        leasedUntil: new Date(0),
        result: null,
      });
    return _id;
  },
  async claim(id) {
    const found = stored.get(id);
    if (found?.state !== 'queued' || found.dueAt.getTime() > at || found.leasedUntil.getTime() > at)
      return null;
    const claimed = { ...found, attempts: found.attempts + 1, leasedUntil: new Date(at + 30_000) };
    stored.set(id, claimed);
    return claimed;
  },
  async settle(id, { isDelivered, result, retryAt }) {
    const found = stored.get(id);
    if (found === undefined) return;
    const state = isDelivered ? 'delivered' : retryAt === null ? 'failed' : 'queued';
    stored.set(id, { ...found, state, result, leasedUntil: new Date(0), dueAt: retryAt ?? found.dueAt });
  },
  findDue: async () => [],
  listOf: async () => [...stored.values()],
  has: async () => false,
  requeue: async () => null,
  removeBefore: async () => undefined,
};

beforeEach(() => {
  at = START;
  webhooks = [aWebhook()];
  stored = new Map();
  sent = [];
  respond = () => 200;
  enqueued = [];
  sending = createWebhookDeliveries({
    webhooks: {
      list: async () => webhooks,
      find: async (id) => webhooks.find(({ _id }) => _id === id) ?? null,
    },
    deliveries: store,
    post: async (request) => {
      sent.push(request);
      return respond();
    },
    enqueue: async (id) => void enqueued.push(id),
    now: () => new Date(at),
  });
});

const handle = (event: Envelope) => sending.handle(event, { topic: 't', partition: 0, offset: '0' });
const only = (): StoredDelivery => {
  const [delivery, ...others] = [...stored.values()];
  if (delivery === undefined || others.length > 0) throw new Error('not one delivery');
  return delivery;
};

describe('the deliveries of an event', () => {
  it('say what happened without personal data', async () => {
    await handle(ORDER);
    expect(JSON.parse(only().body)).toEqual({
      type: 'order.created',
      timestamp: ORDER.occurredAt,
      data: { purchase: 'pu_1', total_paise: 49_900 },
    });
    const post = { id: 7, title: 'A title', slug: 'a-title', author_email: 'a@b.in' };
    await handle({ ...ORDER, id: 'p', type: 'post.published', data: { rev: 1, doc: post } });
    expect(JSON.parse([...stored.values()].at(-1)?.body ?? '').data).toEqual({
      id: 7,
      title: 'A title',
      slug: 'a-title',
    });
  });

  it('are one for each webhook, however often the event comes', async () => {
    webhooks = [aWebhook(), aWebhook({ _id: 2 })];
    await handle(ORDER);
    await handle(ORDER);
    expect(stored.size).toBe(2);
  });

  it.each([
    ['is off', { active: false }],
    ['has not chosen the event', { events: ['post.published'] }],
    ['was made after it', { createdAt: new Date(START + 1) }],
  ])('are none for a webhook that %s', async (_what, webhook: Partial<StoredWebhook>) => {
    webhooks = [aWebhook(webhook)];
    await handle(ORDER);
    expect(stored.size).toBe(0);
  });

  it('are none for an old event that is published again, and for an order that is refunded at once', async () => {
    webhooks = [aWebhook({ createdAt: new Date(0) })];
    await handle({ ...ORDER, data: { ...(ORDER.data as object), isCancelled: true } });
    at += 4 * 86_400_000;
    await handle(ORDER);
    expect(stored.size).toBe(0);
  });
});

describe('an attempt', () => {
  it('is signed as Standard Webhooks says, with both secrets during a rotation', async () => {
    webhooks = [aWebhook({ formerSecret: { secret: FORMER, until: new Date(START + 1) } })];
    await handle(ORDER);
    await sending.attempt(enqueued[0] ?? '');
    const body = sent[0]?.body ?? '';
    const headers = sent[0]?.headers ?? {};
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
    const by = (secret: string): string =>
      `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(`${id}.${timestamp}.${body}`)
        .digest('base64')}`;
    expect(headers['webhook-signature']).toBe(`${by(SECRET)} ${by(FORMER)}`);
    expect(timestamp).toBe(String(START / 1_000));
    expect(only()).toMatchObject({ state: 'delivered', result: '200', attempts: 1 });
    at += 1;
    await sending.sendTest(webhooks[0] ?? aWebhook());
    await sending.attempt(enqueued[1] ?? '');
    expect(sent[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });

  it('that fails is repeated later each time, with the same id, and given up at last', async () => {
    respond = () => 500;
    await handle(ORDER);
    const id = only()._id;
    for (const pause of RETRY_MS) {
      expect(await sending.attempt(id)).toBe(pause);
      expect(await sending.attempt(id)).toBeNull();
      at += pause;
    }
    expect(only().state).toBe('queued');
    expect(await sending.attempt(id)).toBeNull();
    expect(only()).toMatchObject({ state: 'failed', result: '500', attempts: RETRY_MS.length + 1 });
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
  });

  it('is repeated after its process has died, once the lease has ended', async () => {
    await handle(ORDER);
    const id = only()._id;
    await store.claim(id);
    await sending.attempt(id);
    expect(sent).toHaveLength(0);
    at += 30_001;
    await sending.attempt(id);
    expect(only()).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it.each([
    ['a receiver that is gone', () => 410, '410'],
    [
      'an address inside',
      () => {
        throw new ForbiddenTargetError('Its host is not on the public internet');
      },
      'Its host is not on the public internet',
    ],
  ])('is the last one to %s', async (_what, reply, result) => {
    respond = reply;
    await handle(ORDER);
    expect(await sending.attempt(only()._id)).toBeNull();
    expect(only()).toMatchObject({ state: 'failed', result, attempts: 1 });
  });

  it('is not made for a webhook that was removed meanwhile', async () => {
    await handle(ORDER);
    webhooks = [];
    await sending.attempt(only()._id);
    expect([sent, only().state]).toEqual([[], 'failed']);
  });
});
