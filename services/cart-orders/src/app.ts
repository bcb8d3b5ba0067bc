import type { FastifyInstance } from 'fastify';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';

/** Health, metrics and an empty API: this service has no routes of its own yet. */
export async function buildApp(logLevel: string | false): Promise<FastifyInstance> {
  const app = await createServiceApp({
    name: 'cart-orders',
    logLevel,
    metrics: createMetrics('cart-orders'),
  });
  await app.register(openapiPlugin, { title: 'Carts and orders' });
  return app;
}
