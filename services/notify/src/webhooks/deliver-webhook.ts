import { randomUUID } from 'node:crypto';
import { TEST_EVENT } from '@vidhi/contracts/webhooks.ts';
import type { Handle } from '@vidhi/messaging/apply-record.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { PostWebhook } from './post-webhook.ts';
import { signedHeaders } from './sign-webhook.ts';
import { bodyOf, messageOf } from './webhook-bodies.ts';
import type { StoredWebhook } from './webhook-collections.ts';
import type { WebhookStore } from './webhook-store.ts';
import { ForbiddenTargetError } from './webhook-target.ts';

/** Pauses after failures; one more failure is the last. */
export const RETRY_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 28_800_000] as const;
/** Older events come from topics that were published again. */
const MAX_AGE_MS = 3 * 86_400_000;
const MIN_SUCCESS = 200;
const MAX_SUCCESS = 299;
const GONE = 410;

export interface WebhookDeliveriesOptions {
  webhooks: Pick<WebhookStore, 'list' | 'find'>;
  deliveries: DeliveryStore;
  post: PostWebhook;
  /** Has the queue send this delivery. */
  enqueue: (id: string) => Promise<void>;
  now?: () => Date;
}

export interface WebhookDeliveries {
  /** Adds the deliveries of an event. */
  handle: Handle;
  /** Adds a delivery of a test event. Resolves with its id. */
  sendTest(webhook: StoredWebhook): Promise<string>;
  /** Makes the attempt that is due. Resolves with the pause until the next; null where there is none. */
  attempt(id: string): Promise<number | null>;
}

/** A failure in a few words, without what the receiver has written. */
function failureText(error: unknown): string {
  if (error instanceof ForbiddenTargetError) return error.message;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return String(code ?? message).slice(0, 100);
}

export function createWebhookDeliveries(options: WebhookDeliveriesOptions): WebhookDeliveries {
  const { webhooks, deliveries, post, enqueue, now = () => new Date() } = options;

  const secretsOf = ({ secret, formerSecret }: StoredWebhook): string[] =>
    formerSecret !== undefined && formerSecret.until > now() ? [secret, formerSecret.secret] : [secret];

  async function send(webhook: StoredWebhook, id: string, body: string) {
    const timestamp = Math.floor(now().getTime() / 1_000);
    try {
      const status = await post({
        url: webhook.url,
        headers: signedHeaders({ id, timestamp, body }, secretsOf(webhook)),
        body,
      });
      const isDelivered = status >= MIN_SUCCESS && status <= MAX_SUCCESS;
      return { isDelivered, result: String(status), isFinal: status === GONE };
    } catch (error) {
      return {
        isDelivered: false,
        result: failureText(error),
        isFinal: error instanceof ForbiddenTargetError,
      };
    }
  }

  return {
    async handle(envelope) {
      const message = messageOf(envelope);
      const at = new Date(envelope.occurredAt);
      if (message === null || now().getTime() - at.getTime() > MAX_AGE_MS) return 'applied';
      const wanted = (await webhooks.list()).filter(
        ({ active, events, createdAt }) => active && events.includes(message.event) && createdAt <= at,
      );
      for (const { _id: webhook } of wanted) {
        const delivery = { eventId: envelope.id, webhook, event: message.event, body: bodyOf(message) };
        await enqueue(await deliveries.insert(delivery));
      }
      return 'applied';
    },
    async sendTest({ _id: webhook }) {
      const body = bodyOf({ event: TEST_EVENT, occurredAt: now().toISOString(), data: {} });
      const id = await deliveries.insert({
        eventId: `test:${randomUUID()}`,
        webhook,
        event: TEST_EVENT,
        body,
      });
      await enqueue(id);
      return id;
    },
    async attempt(id) {
      const claimed = await deliveries.claim(id);
      if (claimed === null) return null;
      const webhook = await webhooks.find(claimed.webhook);
      if (webhook === null || !webhook.active) {
        await deliveries.settle(id, { isDelivered: false, result: 'The webhook is off', retryAt: null });
        return null;
      }
      const { isDelivered, result, isFinal } = await send(webhook, id, claimed.body);
      const pause = isDelivered || isFinal ? null : (RETRY_MS[claimed.attempts - 1] ?? null);
      const retryAt = pause === null ? null : new Date(now().getTime() + pause);
      await deliveries.settle(id, { isDelivered, result, retryAt });
      return pause;
    },
  };
}
