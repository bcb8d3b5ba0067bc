import fp from 'fastify-plugin';
import { enterRequestSpan, isTracing, nameRequestSpan } from './spans.ts';

/**
 * Names the spans of requests by route pattern and keeps them active in handlers: a handler of a request with a body is
 * called in the context of its connection. Registers nothing when nothing is recorded.
 */
export const tracingPlugin = fp(async (app) => {
  if (!isTracing()) return;
  app.addHook('onRequest', (request, _reply, done) => {
    nameRequestSpan(request.raw, request.routeOptions.url ?? 'unmatched');
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => enterRequestSpan(request.raw, done));
});
