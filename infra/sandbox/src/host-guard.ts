import type { FastifyInstance } from 'fastify';
import { forbidden } from '@vidhi/contracts/errors.ts';

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])$/i;

/**
 * Rejects requests that name another host than loopback or `hostNames`: a page of another site could otherwise read mails
 * and pay orders through a host name that resolves to loopback.
 */
export function guardHost(app: FastifyInstance, hostNames: readonly string[] = []): void {
  app.addHook('onRequest', async ({ headers }) => {
    const name = (headers.host ?? '').replace(/:\d+$/, '');
    if (name === '' || (!LOOPBACK_HOST.test(name) && !hostNames.includes(name))) throw forbidden();
  });
}
