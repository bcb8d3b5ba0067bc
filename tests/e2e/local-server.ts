import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const START_DEADLINE_MS = 60_000;

/** Waits until an address answers; a process that ended before it did is an error. */
export async function waitUntilThere(address: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    if (hasEnded()) throw new Error('The server ended before it was there');
    try {
      if ((await fetch(address)).ok) return;
    } catch {
      // Nothing listens yet.
    }
    if (Date.now() > deadline) throw new Error('The server was not there in time');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
