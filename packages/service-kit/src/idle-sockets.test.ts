import { expect, it, onTestFinished, vi } from 'vitest';
import { allowIdleSockets } from './idle-sockets.ts';
import { createMetrics } from './metrics.ts';
import { createServiceApp } from './service-app.ts';

it('raises the socket timeout for requests of the scope, and not for others', async () => {
  // `npm test` sets a longer one.
  vi.stubEnv('HANDLER_TIMEOUT_MS', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const app = await createServiceApp({ name: 'sample', logLevel: false, metrics: createMetrics('sample') });
  app.get('/short', async ({ raw }) => ({ timeout: raw.socket.timeout }));
  await app.register(async (scope) => {
    allowIdleSockets(scope, 120_000);
    scope.get('/long', async ({ raw }) => ({ timeout: raw.socket.timeout }));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const timeoutOf = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();
  expect(await timeoutOf('/long')).toEqual({ timeout: 120_000 });
  expect(await timeoutOf('/short')).toEqual({ timeout: 20_000 });
  await app.close();
});
