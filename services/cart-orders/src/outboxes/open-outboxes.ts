import type { Connection } from 'mongoose';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import type { Producer } from '@vidhi/messaging/producer.ts';
import { createFindKnownAudit } from '@vidhi/outbox/audit-entry.ts';
import { addOutboxMetrics, type OutboxStats } from '@vidhi/outbox/outbox-stats.ts';
import { startOutbox } from '@vidhi/outbox/start-outbox.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { accountsUrlOf } from '@vidhi/service-kit/service-env.ts';
import type { Config } from '../config.ts';
import { createFindReceived } from '../purchases/find-received.ts';
import { PURCHASES } from '../purchases/purchase-collection.ts';

export interface OpenOutboxesOptions {
  connection: Connection;
  connected: Promise<void>;
  config: Config;
  producer: Pick<Producer, 'publishAll'>;
  purchasesTopic: TopicLayout;
  auditTopic: TopicLayout;
}

/** Opens the outbox of purchases, and on demand those of other collections. All of them are in the metrics. */
export function openOutboxes(
  { log, metrics, closers }: Pick<ServiceContext, 'log' | 'metrics' | 'closers'>,
  { connection, connected, config, producer, purchasesTopic, auditTopic }: OpenOutboxesOptions,
) {
  const outbox = closers.open('outbox', () =>
    startOutbox<string>({
      connection,
      connected,
      collection: PURCHASES.name,
      topics: [purchasesTopic, auditTopic],
      findAcknowledged: createFindReceived(config),
      producer,
      onPublished: () => failPoint('cart-orders.event-published'),
      log,
    }),
  );
  const measured: { stats(): OutboxStats }[] = [outbox];
  addOutboxMetrics(metrics, measured);
  return {
    outbox,
    /** Adds an outbox that was opened elsewhere to the metrics. */
    measure: (other: { stats(): OutboxStats }): void => void measured.push(other),
    /** Opens the outbox of a collection whose only events are entries of the audit log. */
    openAuditOutbox<Id extends string | number>(name: string, collection: string) {
      const opened = closers.open(name, () =>
        startOutbox<Id>({
          connection,
          connected,
          collection,
          topics: [auditTopic],
          findAcknowledged: createFindKnownAudit({
            accountsUrl: config.ACCOUNTS_URL ?? accountsUrlOf(config),
            serviceToken: config.SERVICE_TOKEN,
          }),
          producer,
          log,
        }),
      );
      measured.push(opened);
      return opened;
    },
  };
}
