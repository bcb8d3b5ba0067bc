import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy to an engine that can be paused: data is delayed, as if the engine were slow. */
export interface PausableProxy {
  /** The engine's URL through the proxy. */
  urlThroughProxy(url: string): string;
  pause(): void;
  /** Closes paused connections; their data is lost. New connections pass. */
  resume(): void;
  close(): Promise<void>;
}

export async function startPausableProxy(engine: string): Promise<PausableProxy> {
  const { hostname, port } = new URL(engine);
  const pairs = new Map<Socket, Socket>();
  let isPaused = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    pairs.set(near, far);
    if (!isPaused) near.pipe(far);
    far.pipe(near);
    const end = (): void => {
      pairs.delete(near);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  return {
    urlThroughProxy(url) {
      const changed = new URL(url);
      changed.port = String(own);
      return changed.href;
    },
    pause() {
      isPaused = true;
      for (const [near, far] of pairs) near.unpipe(far);
    },
    resume() {
      isPaused = false;
      for (const near of pairs.keys()) near.destroy();
    },
    async close() {
      for (const near of pairs.keys()) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
