import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { startKillingProxy } from './killing-proxy.ts';

it('does not kill after an error of the service, but after the response to the repetition', async () => {
  const statuses = [503, 200];
  const service = createServer((_request, response) =>
    response.writeHead(statuses.shift() ?? 500).end(),
  ).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const kill = vi.fn();
  const proxy = await startKillingProxy({
    service: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    isDue: vi.fn().mockReturnValueOnce('responded').mockReturnValue(null),
    kill,
  });
  const post = () => fetch(`${proxy.url}/import/book`, { method: 'POST', body: '{}' });
  expect((await post()).status).toBe(503);
  expect(kill).not.toHaveBeenCalled();
  const repetition = post().catch(() => null);
  await vi.waitFor(() => expect(kill).toHaveBeenCalledOnce());
  await proxy.close();
  expect(await repetition).toBeNull();
  service.close();
});
