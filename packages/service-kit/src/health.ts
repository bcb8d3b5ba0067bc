import fp from 'fastify-plugin';

/** One thing that a process depends on; `detail` is for operators. */
export interface Check {
  ok: boolean;
  detail?: string;
  /** Reported, and does not make the process unready: it still does most of its work without this. */
  isAdvisory?: true;
}

export interface HealthOptions {
  /** Called by `/readyz`. Returns what is in memory: it must not wait for an engine. */
  readiness?: () => Record<string, Check>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Set before a shutdown: `/readyz` is 503 and responses ask clients to close their connections. */
    draining: boolean;
  }
}

const HEALTH_ROUTE = { logLevel: 'silent' } as const;

/** `/livez` says that the process responds, `/readyz` that it can do its work. */
export const healthPlugin = fp<HealthOptions>(async (app, options) => {
  app.decorate('draining', false);
  app.addHook('onSend', async (_request, reply) => {
    if (app.draining) reply.header('connection', 'close');
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
