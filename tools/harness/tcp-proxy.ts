import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** `open` forwards everything, `cut` resets connections and rejects new ones, `blackhole` delays all data. */
export type Passage = 'open' | 'cut' | 'blackhole';

export interface TcpProxy {
  port: number;
  set(passage: Passage): Promise<void>;
  close(): Promise<void>;
}

export interface TcpProxyOptions {
  port: number;
  /** The upstream address; called for each connection. */
  target: () => { host: string; port: number };
}

const LOOPBACK = '127.0.0.1';

async function listen(server: Server, port: number): Promise<void> {
  server.listen({ port, host: LOOPBACK });
  await once(server, 'listening');
}

/** A proxy between services and an engine, to cut their network. Listens on loopback only. */
export async function startTcpProxy({ port, target }: TcpProxyOptions): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let passage: Passage = 'open';

  function track(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => sockets.delete(socket));
  }

  function join(client: Socket): void {
    const upstream = connect(target());
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      track(from);
      from.on('error', () => to.destroy());
      from.once('close', () => to.destroy());
      from.pipe(to);
      if (passage === 'blackhole') from.pause();
    }
  }

  const server = createServer(join);
  await listen(server, port);

  async function stopListening(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  }

  return {
    port,
    async set(mode) {
      passage = mode;
      if (mode === 'cut') return stopListening();
      if (!server.listening) await listen(server, port);
      for (const socket of sockets) {
        if (mode === 'blackhole') socket.pause();
        else socket.resume();
      }
    },
    close: stopListening,
  };
}
