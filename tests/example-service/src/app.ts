import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { PublishedPosts } from './posts/published-posts.ts';

export interface AppDependencies {
  logLevel: string | false;
  metrics: Metrics;
  published: Pick<PublishedPosts, 'count'>;
}

const Hello = Type.Object({ data: Type.Object({ published: Type.Integer({ minimum: 0 }) }) });

/** Wires the HTTP surface. Opens no connection, reads no environment, never listens. */
export async function buildApp({ logLevel, metrics, published }: AppDependencies): Promise<FastifyInstance> {
  const app = await createServiceApp({ name: 'hello', logLevel, metrics });
  await app.register(openapiPlugin, { title: 'Hello' });
  app.get(
    '/api/hello',
    {
      schema: {
        summary: 'Number of published posts',
        operationId: 'countPublishedPosts',
        security: [],
        response: { 200: Hello },
      },
    },
    async () => ({ data: { published: published.count() } }),
  );
  return app;
}
