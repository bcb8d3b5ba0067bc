import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const opened: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** An engine that sends back what it gets, behind a proxy. */
async function anEcho(): Promise<TcpProxy> {
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

async function aConnection({ port }: TcpProxy): Promise<Socket> {
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

describe('a proxy before an engine', () => {
  it('passes both directions on', async () => {
    expect(await echoed(await aConnection(await anEcho()), 'hello')).toBe('hello');
  });

  it('ends connections and refuses new ones when it is cut, and lets them in again', async () => {
    const proxy = await anEcho();
    const socket = await aConnection(proxy);
    expect(await echoed(socket, 'before')).toBe('before');
    const ended = once(socket, 'error');
    await proxy.set('cut');
    expect(await ended).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
    await expect(aConnection(proxy)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await proxy.set('open');
    expect(await echoed(await aConnection(proxy), 'after')).toBe('after');
  });

  it('holds back what is sent while it is a blackhole, on old and new connections, and delivers it then', async () => {
    const proxy = await anEcho();
    const old = await aConnection(proxy);
    expect(await echoed(old, 'before')).toBe('before');
    await proxy.set('blackhole');
    const received: string[] = [];
    const arrived = ['old', 'new'].map(async (name) => {
      const socket = name === 'old' ? old : await aConnection(proxy);
      received.push(`${await echoed(socket, name)} after ${passage}`);
    });
    let passage = 'blackhole';
    // A second proxy on the same loop has answered a whole exchange meanwhile: what could pass, would have.
    const other = await aConnection(await anEcho());
    for (const text of ['a', 'b', 'c']) expect(await echoed(other, text)).toBe(text);
    expect(received).toEqual([]);
    passage = 'open';
    await proxy.set('open');
    await Promise.all(arrived);
    expect(received.toSorted()).toEqual(['new after open', 'old after open']);
  });
});
