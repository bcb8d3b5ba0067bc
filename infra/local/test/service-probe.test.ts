import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { probeService } from '../src/service-process.mjs';

it('the probe of a service distinguishes one that responds from one that has closed its socket', async () => {
  const server = createServer((_request, response) => response.writeHead(503).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await probeService(url)).toBe(true);
  server.close();
  await once(server, 'close');
  expect(await probeService(url)).toBe('refused');
});
