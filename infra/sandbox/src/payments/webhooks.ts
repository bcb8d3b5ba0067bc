import { createHmac } from 'node:crypto';
import { pauseFor } from '@vidhi/service-kit/retry.ts';
import {
  newId,
  type Delivery,
  type Dispute,
  type Order,
  type Payment,
  type Refund,
  type WebhookMode,
} from './entities.ts';
import type { Ledger } from './ledger.ts';

export const PLAIN: WebhookMode = { delivery: 'sent', lateMs: 5_000, reversed: false, tampered: false };

export interface EventContent {
  event: string;
  payment: Payment;
  order?: Order;
  refund?: Refund;
  dispute?: Dispute;
}

export interface Webhooks {
  emit(events: readonly EventContent[], mode: WebhookMode): void;
  /** Sends one again, delivered or lost. False for an unknown id. */
  replay(id: string): boolean;
  /** Signs with another secret from now on. */
  rotate(secret: string): void;
  close(): Promise<void>;
}

export interface WebhookOptions {
  ledger: Ledger;
  secret: string;
  url: string | undefined;
  timeoutMs: number;
  retryMs: number;
  /** Seconds since the epoch, by the provider's clock. */
  now: () => number;
}

const GIVE_UP_MS = 86_400_000;
const MAX_RETRY_MS = 3_600_000;

/** Sends webhooks as Razorpay does: signed, at least once, repeated with growing pauses for 24 hours. */
export function createWebhooks(options: WebhookOptions): Webhooks {
  const { ledger, url, timeoutMs, retryMs, now } = options;
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  let { secret } = options;

  async function send(delivery: Delivery): Promise<number | null> {
    if (url === undefined) return null;
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-razorpay-event-id': delivery.id,
          'x-razorpay-signature': delivery.signature,
        },
        body: delivery.body,
        signal,
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }

  async function deliver(id: string, startedAt = Date.now()): Promise<void> {
    for (;;) {
      const waiting = ledger.find('deliveries', id);
      if (waiting === undefined || waiting.state !== 'pending') return;
      await pauseFor(Math.max(0, waiting.dueAt - Date.now()), closing.signal);
      if (closing.signal.aborted) return;
      const lastStatus = await send(waiting);
      if (closing.signal.aborted) return;
      const isDelivered = lastStatus !== null && lastStatus >= 200 && lastStatus < 300;
      const isOver = url === undefined || Date.now() - startedAt > GIVE_UP_MS;
      const pauseMs = Math.min(MAX_RETRY_MS, retryMs * 2 ** waiting.attempts);
      ledger.put('deliveries', {
        ...waiting,
        attempts: waiting.attempts + 1,
        lastStatus,
        state: isDelivered ? 'delivered' : isOver ? 'disabled' : 'pending',
        dueAt: Date.now() + pauseMs,
      });
    }
  }

  function start(id: string): void {
    const delivery = deliver(id).finally(() => running.delete(delivery));
    running.add(delivery);
  }

  function add({ event, payment, order, refund, dispute }: EventContent, mode: WebhookMode): void {
    const entities = {
      payment,
      ...(order === undefined ? {} : { order }),
      ...(refund === undefined ? {} : { refund }),
      ...(dispute === undefined ? {} : { dispute }),
    };
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_Sandbox0000000',
      event,
      contains: Object.keys(entities),
      payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
      created_at: now(),
    });
    const delivery: Delivery = {
      id: newId('evt'),
      event,
      body: mode.tampered ? body.replace('"amount":', '"amount":1') : body,
      signature: createHmac('sha256', secret).update(body).digest('hex'),
      dueAt: Date.now() + (mode.delivery === 'late' ? mode.lateMs : 0),
      state: mode.delivery === 'lost' ? 'lost' : 'pending',
      attempts: 0,
      lastStatus: null,
    };
    ledger.put('deliveries', delivery);
    start(delivery.id);
    if (mode.delivery === 'doubled') void send(delivery);
  }

  for (const { id, state } of ledger.list('deliveries')) if (state === 'pending') start(id);
  return {
    emit(events, mode) {
      for (const content of mode.reversed ? events.toReversed() : events) add(content, mode);
    },
    replay(id) {
      const delivery = ledger.find('deliveries', id);
      if (delivery === undefined) return false;
      ledger.put('deliveries', { ...delivery, state: 'pending', dueAt: Date.now() });
      start(id);
      return true;
    },
    rotate(next) {
      secret = next;
    },
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}
