import type { EventDeclaration } from '@vidhi/contracts/events.ts';
import { addGauge } from '@vidhi/service-kit/metrics.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import type { Handle } from './apply-record.ts';
import { startConsumer, type RunningConsumer } from './consumer.ts';
import type { KafkaClient } from './kafka.ts';

export interface OpenConsumerOptions {
  client: KafkaClient;
  /** Prefix of its metrics: `<name>_silent_seconds`, `<name>_lag_records`, `<name>_restarts` and `<name>_dead_letters`. */
  name: string;
  /** Shared by the replicas, which divide the partitions. Must never change, as offsets are stored under it. */
  groupId: string;
  topics: readonly string[];
  /** The event types to handle; others are skipped. */
  events: ReadonlyMap<string, EventDeclaration>;
  /** Called at least once for each event, so it must be idempotent. */
  handle: Handle;
  /** See `ConsumerOptions`. */
  atOnce?: number;
}

/** Starts a service's consumer with its metrics, and closes it with the service. See `startConsumer` for failures. */
export function openConsumer(
  { closers, metrics }: Pick<ServiceContext, 'closers' | 'metrics'>,
  { name, ...options }: OpenConsumerOptions,
): RunningConsumer {
  const consumer = closers.open(`consumer of ${name}`, () => startConsumer(options));
  addGauge(
    metrics,
    `${name}_silent_seconds`,
    'Seconds since the last response of the broker to the consumer',
    () => Math.round(consumer.silentMs() / 1000),
  );
  addGauge(metrics, `${name}_lag_records`, 'Records that are not applied yet, as of the last fetch', () =>
    consumer.lag(),
  );
  addGauge(metrics, `${name}_restarts`, 'Crashes of the consumer since the start', () => consumer.restarts());
  addGauge(metrics, `${name}_dead_letters`, 'Records sent to the dead-letter topic since the start', () =>
    consumer.deadLettered(),
  );
  return consumer;
}
