import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const BLANK =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Blank</title><h1>Blank</h1>';

/**
 * Serves a page without scripts, style sheets and pictures on loopback while a callback runs. Its figures are those of the
 * browser and the machine alone: the part of a page's blocking time that no page can be without here.
 */
export async function withBlankPage<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(BLANK);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
