import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { LiveModel } from '@vidhi/content-api/store/live-model.ts';

export const POSITION_HEADER = 'x-data-position';
export const AGE_HEADER = 'x-data-age';

/**
 * Says on each answer up to where its data reach, for caches that must not keep an older answer than an
 * event they have seen, and how old the data are when nothing new can be heard.
 */
export const dataHeaders = fp(async (app: FastifyInstance, { live }: { live: LiveModel }) => {
  app.addHook('onRequest', async (_request: FastifyRequest, reply) => {
    // Taken before the answer is made: the answer may know more than it says, never less.
    reply.header(POSITION_HEADER, live.position());
    const age = live.ageSeconds();
    if (age > 0) reply.header(AGE_HEADER, age);
  });
});
