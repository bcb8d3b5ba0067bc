import { once } from 'node:events';
import { createServer, request as askService, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `arriving`: the service has a part of the request; `answered`: it has done its work, and nobody was told. */
export type Moment = 'arriving' | 'answered';

export interface KillingDoorOptions {
  service: string;
  /** Asked once for each request: when, in the course of it, the import is to be killed. */
  isDue: (path: string) => Moment | null;
  kill: () => void;
}

export interface KillingDoor {
  url: string;
  close(): Promise<void>;
}

/** The way from an import to one service, on which the import can be killed. */
export async function openKillingDoor({ service, isDue, kill }: KillingDoorOptions): Promise<KillingDoor> {
  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = incoming.url ?? '';
    const due = isDue(path);
    const { method = 'GET', headers } = incoming;
    const asked = askService(new URL(path, service), { method, headers });
    asked.on('error', () => outgoing.destroy());
    // Whoever was killed sends no more; the service must see that too.
    incoming.on('close', () => {
      if (!incoming.complete) asked.destroy();
    });
    if (due === 'arriving') {
      // The first piece alone: the rest stays with the import, which dies of it.
      incoming.once('data', (piece: Buffer) => {
        incoming.pause();
        asked.write(piece.subarray(0, Math.ceil(piece.length / 2)), kill);
      });
    } else incoming.pipe(asked);
    asked.on('response', (answer) => {
      if (due === 'answered') {
        answer.resume();
        answer.on('end', kill);
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
  }

  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}
