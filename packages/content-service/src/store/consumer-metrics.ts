import type { RunningConsumer } from '@vidhi/messaging/consumer.ts';
import { addGauge, type Metrics } from '@vidhi/service-kit/metrics.ts';

/** Whether a consumer hears its broker, and what it had to give up: `<name>_silent_seconds`, `_restarts`, `_dead_letters`. */
export function addConsumerGauges(
  metrics: Metrics,
  name: string,
  consumer: Pick<RunningConsumer, 'silentMs' | 'restarts' | 'deadLettered'>,
): void {
  addGauge(metrics, `${name}_silent_seconds`, 'Seconds since the broker last answered the consumer', () =>
    Math.round(consumer.silentMs() / 1000),
  );
  addGauge(metrics, `${name}_restarts`, 'Connections that the consumer gave up since the start', () =>
    consumer.restarts(),
  );
  addGauge(metrics, `${name}_dead_letters`, 'Events put into the dead-letter topic since the start', () =>
    consumer.deadLettered(),
  );
}
