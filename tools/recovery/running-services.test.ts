import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningServices } from './running-services.ts';

let server: Server;
let running: string;
let stopped: string;
beforeAll(async () => {
  stopped = `http://127.0.0.1:${await anyFreePort()}`;
  server = createServer((_request, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  running = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it('finds a service that responds, also with an error', async () => {
  expect(await runningServices({ catalog: running, payments: stopped }, ['catalog', 'payments'])).toEqual([
    'catalog',
  ]);
});

it.each([
  { write: () => running, read: () => stopped },
  { write: () => stopped, read: () => running },
])('finds news by its writer and by each reader', async ({ write, read }) => {
  const news = { write: write(), read: [stopped, read()] };
  expect(await runningServices({ news }, ['news'])).toEqual(['news']);
});

it('finds none in a site that is stopped, or that has no record of the service', async () => {
  const recorded = { news: { write: stopped, read: [stopped] }, catalog: stopped };
  expect(await runningServices(recorded, ['news', 'catalog', 'notify'])).toEqual([]);
});
