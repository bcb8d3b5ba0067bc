import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addGauge, type Metrics } from '@vidhi/service-kit/metrics.ts';
import type { LiveModel } from './live-model.ts';

export const POSITION_HEADER = 'x-data-position';
export const AGE_HEADER = 'x-data-age';

/**
 * Says on each answer up to where its data reach, for caches that must not keep an older answer than an
 * event they have seen, and how old the data are when nothing new can be heard.
 */
export function addDataHeaders(app: FastifyInstance, live: Pick<LiveModel, 'position' | 'ageSeconds'>): void {
  app.addHook('onRequest', async (_request: FastifyRequest, reply) => {
    // Taken before the answer is made: the answer may know more than it says, never less.
    reply.header(POSITION_HEADER, live.position());
    const age = live.ageSeconds();
    if (age > 0) reply.header(AGE_HEADER, age);
  });
}

/** The same age as a series, and the records that the model does without. */
export function addModelGauges(metrics: Metrics, live: Pick<LiveModel, 'ageSeconds' | 'passedOver'>): void {
  addGauge(metrics, 'data_age_seconds', 'Seconds for which nothing new can have been heard', () =>
    live.ageSeconds(),
  );
  addGauge(metrics, 'passed_over_records', 'Records that could not be read or applied since the start', () =>
    live.passedOver(),
  );
}
