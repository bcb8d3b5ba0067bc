import type { FastifyInstance } from 'fastify';
import { unavailable } from '@vidhi/contracts/errors.ts';

const RETRY_AFTER_SECONDS = 1;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Responds 503 with Retry-After to every request of this scope until `isReady` holds. Register it in a scope of its own:
 * hooks of Fastify apply to all routes of their scope, `/livez` and `/readyz` included.
 */
export function rejectUntilReady(app: FastifyInstance, isReady: () => boolean): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isReady() ? undefined : unavailable(RETRY_AFTER_SECONDS));
  });
}

/** Responds 503 with Retry-After to every request of this scope but GET, HEAD and OPTIONS until `isReady` holds. */
export function rejectWritesUntilReady(app: FastifyInstance, isReady: () => boolean): void {
  app.addHook('onRequest', ({ method }, _reply, done) => {
    done(READS.has(method) || isReady() ? undefined : unavailable(RETRY_AFTER_SECONDS));
  });
}
