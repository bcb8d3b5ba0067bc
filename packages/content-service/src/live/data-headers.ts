import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CACHE_COUNTS } from '@vidhi/content-engine';
import { addCounter, addGauge, type Metrics } from '@vidhi/service-kit/metrics.ts';
import type { LiveModel } from './live-model.ts';

export const POSITION_HEADER = 'x-data-position';
export const AGE_HEADER = 'x-data-age';

/**
 * Adds the data position to each response, so that a cache can reject a response that is older than an event it has seen,
 * and the age of the data in seconds while the model does not follow its topics.
 */
export function addDataHeaders(app: FastifyInstance, live: Pick<LiveModel, 'position' | 'ageSeconds'>): void {
  app.addHook('onRequest', (_request: FastifyRequest, reply, done) => {
    // Read before the response is computed: the response may be newer than its position, but never older.
    reply.header(POSITION_HEADER, live.position());
    const age = live.ageSeconds();
    if (age > 0) reply.header(AGE_HEADER, age);
    done();
  });
}

/** Adds gauges of the age of the data and of the records that could not be applied, and counters of the engine's caches. */
export function addModelGauges(
  metrics: Metrics,
  live: Pick<LiveModel, 'ageSeconds' | 'skippedRecords'>,
): void {
  addGauge(
    metrics,
    'data_age_seconds',
    'Age of the data in seconds while the model does not follow its topics',
    () => live.ageSeconds(),
  );
  addGauge(
    metrics,
    'passed_over_records',
    'Records that could not be parsed or applied since the start',
    () => live.skippedRecords(),
  );
  addCounter(
    metrics,
    'engine_cache_reads_total',
    'Lookups in the caches of the in-memory engine',
    ['cache', 'result'],
    () =>
      Object.entries(CACHE_COUNTS).flatMap(([cache, { hits, misses }]) => [
        { labels: { cache, result: 'hit' }, value: hits },
        { labels: { cache, result: 'miss' }, value: misses },
      ]),
  );
}
