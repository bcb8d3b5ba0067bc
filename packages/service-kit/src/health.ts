import fp from 'fastify-plugin';

/** State of one dependency of a process. `detail` is a text for operators. */
export interface Check {
  ok: boolean;
  detail?: string;
  /** Reported by `/readyz`, but does not make the process unready. */
  isAdvisory?: true;
}

export interface HealthOptions {
  /** Called by `/readyz`. Must not wait for a database or broker: it returns the state in memory. */
  readiness?: () => Record<string, Check>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Set before a shutdown: `/readyz` is 503 and responses ask clients to close their connections. */
    draining: boolean;
  }
}

const HEALTH_ROUTE = { logLevel: 'silent' } as const;

/** Registers `/livez` (200 while the process responds) and `/readyz` (200 while all required checks are ok, else 503). */
export const healthPlugin = fp<HealthOptions>(async (app, options) => {
  app.decorate('draining', false);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.draining) reply.header('connection', 'close');
    done();
  });
  app.get('/livez', HEALTH_ROUTE, async () => ({ status: 'ok' }));
  app.get('/readyz', HEALTH_ROUTE, async (_request, reply) => {
    const checks = options.readiness?.() ?? {};
    const ready =
      !app.draining && Object.values(checks).every(({ ok, isAdvisory }) => ok || isAdvisory === true);
    if (!ready) reply.header('retry-after', 1);
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : app.draining ? 'draining' : 'waiting', checks });
  });
});
