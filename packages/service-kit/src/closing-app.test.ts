import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createMetrics } from './metrics.ts';
import { closeApp } from './run-service.ts';
import { createServiceApp } from './service-app.ts';

const REQUEST = 'POST /carts HTTP/1.1\r\nhost: shop\r\ncontent-length: 0\r\n\r\n';

async function aListeningApp(onClosing: () => void = () => undefined): Promise<FastifyInstance> {
  const app = await createServiceApp({ name: 'shop', logLevel: false, metrics: createMetrics('shop') });
  app.post('/carts', async () => 'added');
  app.addHook('preClose', async () => onClosing());
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

async function aConnection({ server }: FastifyInstance): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Resolves with the status line of the next response. */
async function statusLine(socket: Socket): Promise<string | undefined> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString().split('\r\n', 1)[0];
}

it('answers a request that has arrived on an idle connection when the app is closed', async () => {
  const app = await aListeningApp();
  const socket = await aConnection(app);
  socket.write(REQUEST);
  expect(await statusLine(socket)).toBe('HTTP/1.1 200 OK');
  // Both happen before the event loop reads from sockets again, as after a late timer.
  socket.write(REQUEST);
  const closed = closeApp(app);
  expect(await statusLine(socket)).toBe('HTTP/1.1 200 OK');
  await closed;
});

it('answers a request of which a part has arrived when the app is closed, and ends its connection', async () => {
  const closing = Promise.withResolvers<void>();
  const app = await aListeningApp(closing.resolve);
  const socket = await aConnection(app);
  socket.write(REQUEST.slice(0, 30));
  const closed = closeApp(app);
  await closing.promise;
  socket.write(REQUEST.slice(30));
  expect(await statusLine(socket)).toBe('HTTP/1.1 200 OK');
  await Promise.all([closed, once(socket, 'close')]);
});
