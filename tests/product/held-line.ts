import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to an engine that can be held: what is sent on it stays on the way, as if the other side were slow. */
export interface HeldLine {
  /** The engine's address by this line. */
  through(url: string): string;
  hold(): void;
  /** What was held is lost; whoever connects again gets through. */
  release(): void;
  close(): Promise<void>;
}

export async function aHeldLine(engine: string): Promise<HeldLine> {
  const { hostname, port } = new URL(engine);
  const pairs = new Map<Socket, Socket>();
  let isHeld = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    pairs.set(near, far);
    if (!isHeld) near.pipe(far);
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
    through(url) {
      const changed = new URL(url);
      changed.port = String(own);
      return changed.href;
    },
    hold() {
      isHeld = true;
      for (const [near, far] of pairs) near.unpipe(far);
    },
    release() {
      isHeld = false;
      for (const near of pairs.keys()) near.destroy();
    },
    async close() {
      for (const near of pairs.keys()) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
