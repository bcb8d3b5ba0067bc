import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeInstance, createInstance } from '@vidhi/upstreams/instance.ts';
import { expect, it } from 'vitest';
import { readProcess } from './read-process.ts';

it('a process that does not respond has no figures', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const limits = { connectMs: 60_000, responseMs: 60_000, connections: 2 };
  const instance = createInstance(`http://127.0.0.1:${port}`, limits);
  expect(await readProcess(instance)).toEqual({ values: [], failing: [] });
  server.closeAllConnections();
  server.close();
  await closeInstance(instance);
});
