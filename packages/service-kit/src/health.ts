import fp from 'fastify-plugin';

/** One thing that must be there before requests are taken; `detail` is for operators. */
export interface Check {
  ok: boolean;
  detail?: string;
}

export interface HealthOptions {
  /** Asked by `/readyz`; each name must be ok. Answers from memory: it must not wait for an engine. */
  readiness?: () => Record<string, Check>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Set before a shutdown: `/readyz` says no and answers ask clients to leave. */
    draining: boolean;
  }
}

const HEALTH_ROUTE = { logLevel: 'silent' } as const;

/** `/livez` says that the process answers, `/readyz` that it can do its work. */
export const healthPlugin = fp<HealthOptions>(async (app, options) => {
  app.decorate('draining', false);
  app.addHook('onSend', async (_request, reply) => {
    if (app.draining) reply.header('connection', 'close');
  });
  app.get('/livez', HEALTH_ROUTE, async () => ({ status: 'ok' }));
  app.get('/readyz', HEALTH_ROUTE, async (_request, reply) => {
    const checks = options.readiness?.() ?? {};
    const ready = !app.draining && Object.values(checks).every(({ ok }) => ok);
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : app.draining ? 'draining' : 'waiting', checks });
  });
});
