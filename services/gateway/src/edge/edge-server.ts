import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { WireError, errorBody } from '@vidhi/contracts/errors.ts';
import type { ServeRead } from './anonymous-reads.ts';

const HEAD_BYTES = 32_768;
const HEAD_MS = 15_000;
/** The longest body, an upload; shorter ones have their own limit where they are read. */
export const UPLOAD_MS = 60_000;
/** Longer than a load balancer keeps an idle connection, so that it is the one who lets go. */
const IDLE_MS = 65_000;
const LOOK_MS = 5_000;

export const badRequest = (cause?: unknown): WireError =>
  new WireError(400, 'BadRequestError', 'Bad Request', { cause });
export const requestTimeout = (): WireError => new WireError(408, 'RequestTimeoutError', 'Request Timeout');

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server whose reads are answered before the framework sees them. */
export function createEdgeServer(serveRead: ServeRead, otherwise: Listener): Server {
  const server = createServer(
    {
      maxHeaderSize: HEAD_BYTES,
      headersTimeout: HEAD_MS,
      requestTimeout: UPLOAD_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: LOOK_MS,
    },
    (request, response) => {
      if (!serveRead(request, response)) otherwise(request, response);
    },
  );
  server.setTimeout(UPLOAD_MS + IDLE_MS);
  return server;
}

function refusalOf({ code }: NodeJS.ErrnoException): WireError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new WireError(431, 'RequestHeaderFieldsTooLargeError', 'Request Header Fields Too Large');
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? requestTimeout() : badRequest();
}

/** What never became a request: answered in the words of the contract, and the connection ends. */
export function rejectClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refusalOf(error);
  const body = JSON.stringify(errorBody(refusal));
  socket.end(
    `HTTP/1.1 ${refusal.status} ${refusal.message}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
