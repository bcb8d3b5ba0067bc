import { once } from 'node:events';
import {
  createServer,
  request as requestService,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `arriving`: the service has received a part of the request; `responded`: it has responded, but the import
 * has not received the response. After an error of the service, which stored nothing, its repetition is due.
 */
export type Moment = 'arriving' | 'responded';

export interface KillingProxyOptions {
  service: string;
  /** Called once for each request; returns the moment at which the import is to be killed, if any. */
  isDue: (path: string) => Moment | null;
  kill: () => void;
}

export interface KillingProxy {
  url: string;
  close(): Promise<void>;
}

/** Starts a proxy between an import and a service that can kill the import during a request. */
export async function startKillingProxy({
  service,
  isDue,
  kill,
}: KillingProxyOptions): Promise<KillingProxy> {
  const repeated = new Set<string>();

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = incoming.url ?? '';
    const due = repeated.delete(path) ? 'responded' : isDue(path);
    const { method = 'GET', headers } = incoming;
    const forwarded = requestService(new URL(path, service), { method, headers });
    forwarded.on('error', () => outgoing.destroy());
    // The killed import sends no more data; abort the request to the service too.
    incoming.on('close', () => {
      if (!incoming.complete) forwarded.destroy();
    });
    if (due === 'arriving') {
      // Forward only the first chunk, then kill the import.
      incoming.once('data', (piece: Buffer) => {
        incoming.pause();
        forwarded.write(piece.subarray(0, Math.ceil(piece.length / 2)), kill);
      });
    } else incoming.pipe(forwarded);
    forwarded.on('response', (response) => {
      const status = response.statusCode ?? 502;
      if (due === 'responded' && status >= 500) repeated.add(path);
      else if (due === 'responded') {
        response.resume();
        response.on('end', kill);
        return;
      }
      outgoing.writeHead(status, response.headers);
      response.pipe(outgoing);
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
