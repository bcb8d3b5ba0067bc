import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const opened: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** An echo server behind a proxy. */
async function startEcho(): Promise<TcpProxy> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const proxy = await startTcpProxy({
    port: await anyFreePort(),
    target: () => ({ host: '127.0.0.1', port }),
  });
  opened.push(() => proxy.close());
  return proxy;
}

async function connectTo({ port }: TcpProxy): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  opened.push(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

async function echoed(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
}

describe('a proxy in front of an engine', () => {
  it('forwards in both directions', async () => {
    expect(await echoed(await connectTo(await startEcho()), 'hello')).toBe('hello');
  });

  it('closes connections and rejects new ones when it is cut, and accepts them again', async () => {
    const proxy = await startEcho();
    const socket = await connectTo(proxy);
    expect(await echoed(socket, 'before')).toBe('before');
    const ended = once(socket, 'error');
    await proxy.set('cut');
    expect(await ended).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
    await expect(connectTo(proxy)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await proxy.set('open');
    expect(await echoed(await connectTo(proxy), 'after')).toBe('after');
  });

  it('delays data while it is a blackhole, on existing and new connections, and delivers it afterwards', async () => {
    const proxy = await startEcho();
    const old = await connectTo(proxy);
    expect(await echoed(old, 'before')).toBe('before');
    await proxy.set('blackhole');
    const received: string[] = [];
    const arrived = ['old', 'new'].map(async (name) => {
      const socket = name === 'old' ? old : await connectTo(proxy);
      received.push(`${await echoed(socket, name)} after ${passage}`);
    });
    let passage = 'blackhole';
    // A second proxy on the same event loop has completed a round trip, so forwarded data would have arrived.
    const other = await connectTo(await startEcho());
    for (const text of ['a', 'b', 'c']) expect(await echoed(other, text)).toBe(text);
    expect(received).toEqual([]);
    passage = 'open';
    await proxy.set('open');
    await Promise.all(arrived);
    expect(received.toSorted()).toEqual(['new after open', 'old after open']);
  });
});
