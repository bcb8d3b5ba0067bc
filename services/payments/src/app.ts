import type { FastifyInstance } from 'fastify';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';

interface AppDependencies {
  logLevel: string | false;
  metrics: Metrics;
}

/** Health, metrics and an empty API: this service has no routes of its own yet. */
export async function buildApp({ logLevel, metrics }: AppDependencies): Promise<FastifyInstance> {
  const app = await createServiceApp({ name: 'payments', logLevel, metrics });
  await app.register(openapiPlugin, { title: 'Payments' });
  return app;
}
