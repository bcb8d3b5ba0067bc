import { Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { importEndpoint } from './import-endpoint.ts';

it('lets the connection of an import be silent for two minutes, and others for twenty seconds', async () => {
  // `npm test` sets a longer one.
  vi.stubEnv('HANDLER_TIMEOUT_MS', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const app = await createServiceApp({ name: 'sample', logLevel: false, metrics: createMetrics('sample') });
  const timeouts: Record<string, unknown> = {};
  app.addHook('preHandler', async ({ url, raw }) => {
    if (raw.socket instanceof Socket) timeouts[url] = raw.socket.timeout;
  });
  app.get('/other', async () => ({}));
  await app.register(importEndpoint, {
    type: 'posts',
    importerOf: () => async (items) => ({ imported: items.length, unchanged: 0, skipped: [] }),
    origin: { claim: async () => undefined, check: async () => undefined, find: async () => null },
    removeAll: async () => undefined,
    counts: async () => ({}),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${url}/internal/import/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: [{ id: 1 }], origin: { site: 'old', demo: false } }),
  });
  expect(response.status).toBe(200);
  await fetch(`${url}/other`);
  await app.close();
  expect(timeouts).toEqual({ '/internal/import/posts': 120_000, '/other': 20_000 });
});
