import type { EventDeclaration } from '@vidhi/contracts/events.ts';
import { addGauge } from '@vidhi/service-kit/metrics.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import type { Handle } from './apply-record.ts';
import { startConsumer, type RunningConsumer } from './consumer.ts';
import type { KafkaClient } from './kafka.ts';

export interface OpenConsumerOptions {
  client: KafkaClient;
  /** What it does with the events: names its closer and its metrics, `<name>_silent_seconds` and so on. */
  name: string;
  /** Shared by all replicas that divide the work; must never change, as offsets are stored under it. */
  groupId: string;
  topics: readonly string[];
  /** The event types to handle; others are skipped. */
  events: ReadonlyMap<string, EventDeclaration>;
  /** Applies one event. Called at least once for each: applying one twice must do no harm. */
  handle: Handle;
}

/** Starts a service's consumer with its metrics, and closes it with the service. See `startConsumer` for failures. */
export function openConsumer(
  { closers, metrics }: Pick<ServiceContext, 'closers' | 'metrics'>,
  { name, ...options }: OpenConsumerOptions,
): RunningConsumer {
  const consumer = closers.open(`consumer of ${name}`, () => startConsumer(options));
  addGauge(metrics, `${name}_silent_seconds`, 'Seconds since the broker last answered the consumer', () =>
    Math.round(consumer.silentMs() / 1000),
  );
  addGauge(metrics, `${name}_restarts`, 'Connections that the consumer gave up since the start', () =>
    consumer.restarts(),
  );
  addGauge(metrics, `${name}_dead_letters`, 'Events put into the dead-letter topic since the start', () =>
    consumer.deadLettered(),
  );
  return consumer;
}
