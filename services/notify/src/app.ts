import type { FastifyInstance } from 'fastify';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';

/** Health, metrics and an empty API: this service has no routes of its own yet. */
export async function buildApp(logLevel: string | false): Promise<FastifyInstance> {
  const app = await createServiceApp({ name: 'notify', logLevel, metrics: createMetrics('notify') });
  await app.register(openapiPlugin, { title: 'Notifications' });
  return app;
}
