import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const YEAR = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400';

/** Files of the build. Names below `/assets` contain a content hash, so those are immutable. */
export async function assetRoutes(
  server: FastifyInstance,
  { clientDir }: { clientDir: string },
): Promise<void> {
  await server.register(fastifyStatic, {
    root: clientDir,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', 'manifest.json'],
    setHeaders: (reply, path) => {
      const isWorker = path.endsWith('/service-worker.js');
      reply.header('cache-control', isWorker ? 'no-cache' : path.includes('/assets/') ? YEAR : DAY);
      reply.header('x-content-type-options', 'nosniff');
    },
  });
  server.get('/assets/*', async (_request, reply) =>
    reply.code(404).type('text/plain; charset=utf-8').send('Not Found'),
  );
}
