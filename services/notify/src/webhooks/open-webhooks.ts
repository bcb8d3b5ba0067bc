import type { Connection } from 'mongoose';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { redisAccess } from '@vidhi/service-kit/engine-access.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { createSweptQueue, type SweptJob } from '@vidhi/service-kit/swept-queue.ts';
import type { Config } from '../config.ts';
import { createWebhookDeliveries, type WebhookDeliveries } from './deliver-webhook.ts';
import { mongoDeliveryStore } from './delivery-store.ts';
import { createPostWebhook } from './post-webhook.ts';
import type { WebhookRoutesOptions } from './webhook-routes.ts';
import { mongoWebhookStore } from './webhook-store.ts';

export interface OpenWebhooks extends WebhookRoutesOptions {
  handle: WebhookDeliveries['handle'];
  /** Starts to send. Call it once the indexes exist. */
  start(): void;
}

interface OpenWebhooksOptions {
  config: Config;
  connection: Connection;
  auditTopic: TopicLayout;
  /** Publishes the entries of the audit log of a webhook. */
  publish: (id: number) => void;
}

const SWEEP_LIMIT = 200;
const CONCURRENCY = 5;
const CLOSE_MS = 15_000;
const SWEEP_MS = 10_000;
const RETENTION_MS = 30 * 86_400_000;
const RETENTION_SWEEP_MS = 3_600_000;

const LOOPBACK_URL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/;

export function openWebhooks(
  { log, closers }: Pick<ServiceContext, 'log' | 'closers'>,
  { config, connection, auditTopic, publish }: OpenWebhooksOptions,
): OpenWebhooks {
  const target = { allowLoopback: LOOPBACK_URL.test(config.PUBLIC_URL) };
  const webhooks = mongoWebhookStore(connection, auditTopic, publish);
  const deliveries = mongoDeliveryStore(connection);
  const jobOf = (id: string, attempts: number): SweptJob<{ id: string }> => ({
    id: `webhook-${id}-${attempts}`,
    data: { id },
  });
  const queue = createSweptQueue<{ id: string }>({
    name: 'notify-webhooks',
    what: 'webhooks',
    redisUrl: config.REDIS_URL,
    redisAccess: redisAccess(config),
    prefix: config.QUEUE_PREFIX,
    concurrency: CONCURRENCY,
    sweepMs: SWEEP_MS,
    closeMs: CLOSE_MS,
    findDue: async () =>
      (await deliveries.findDue(SWEEP_LIMIT)).map(({ _id, attempts }) => jobOf(_id, attempts)),
    async work({ id }) {
      await sending.attempt(id);
    },
    log,
  });
  const enqueue = (id: string): Promise<void> => queue.add([jobOf(id, 0)]);
  const sending = createWebhookDeliveries({
    webhooks,
    deliveries,
    post: createPostWebhook(target),
    enqueue,
  });
  return {
    webhooks,
    deliveries,
    target,
    enqueue,
    sendTest: sending.sendTest,
    handle: sending.handle,
    start() {
      queue.start();
      closers.add('queue of webhooks', queue.close);
      closers.every('retention of deliveries', RETENTION_SWEEP_MS, () =>
        deliveries.removeBefore(new Date(Date.now() - RETENTION_MS)),
      );
    },
  };
}
