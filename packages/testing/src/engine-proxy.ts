import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `open` forwards all data, `cut` closes all connections, `hung` accepts connections and forwards nothing. */
export type EngineState = 'open' | 'cut' | 'hung';

export interface EngineProxy {
  /** URL of the engine through the proxy. */
  url: string;
  set(state: EngineState): void;
  close(): Promise<void>;
}

/** Starts a TCP proxy to an engine (MongoDB, Redis) that other tests share, which can make it unavailable for one test. */
export async function startEngineProxy(engineUrl: string): Promise<EngineProxy> {
  const engine = new URL(engineUrl);
  const sockets = new Set<Socket>();
  let state: EngineState = 'open';

  function track(socket: Socket, other: Socket): void {
    sockets.add(socket);
    socket.on('error', () => other.destroy());
    socket.once('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
    socket.pipe(other);
    if (state === 'hung') socket.pause();
  }

  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect({ host: engine.hostname, port: Number(engine.port) });
    track(client, upstream);
    track(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(engineUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: url.href,
    set(newState) {
      state = newState;
      for (const socket of sockets) {
        if (newState === 'cut') socket.destroy();
        else if (newState === 'hung') socket.pause();
        else socket.resume();
      }
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/**
 * Starts a TCP proxy to a broker of the tests. A client that knows only `brokers` cannot find the cluster while the proxy
 * is `cut`; once it is `open`, the client continues with the broker's own address.
 */
export async function startBrokerProxy(kafkaBrokers: string): Promise<EngineProxy & { brokers: string }> {
  const proxy = await startEngineProxy(`http://${kafkaBrokers.split(',')[0]}`);
  return { ...proxy, brokers: new URL(proxy.url).host };
}
