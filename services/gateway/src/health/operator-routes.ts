import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { notFound } from '@vidhi/contracts/errors.ts';
import { bearerToken } from '@vidhi/service-kit/auth.ts';

export interface OperatorRoutesOptions {
  serviceToken: string;
  /** Bearer tokens for Prometheus, accepted by /metrics only: the current one, and the former one while it is changed. */
  metricsTokens?: readonly string[] | undefined;
}

function matches(received: string, expected: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Restricts `/metrics` on the public port to operators: requests with neither the service token in
 * `X-Service-Token` nor a metrics token as bearer get 404. Adds `/_health`, which responds 204 as in the
 * reference.
 */
export const operatorRoutes = fp<OperatorRoutesOptions>(async (app, { serviceToken, metricsTokens = [] }) => {
  function isOperator(request: FastifyRequest): boolean {
    const { 'x-service-token': sent } = request.headers;
    const bearer = bearerToken(request) ?? '';
    return matches(String(sent ?? ''), serviceToken) || metricsTokens.some((token) => matches(bearer, token));
  }

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url === '/metrics' && !isOperator(request)) throw notFound();
  });
  app.get('/_health', { logLevel: 'silent' }, async (_request, reply) => reply.code(204).send());
});
