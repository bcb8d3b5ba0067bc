import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { WireError, errorBody } from '@vidhi/contracts/errors.ts';
import type { Identities } from '../identity/identities.ts';
import { tooManyAtOnce, type ClientLimits } from '../clients/client-limits.ts';
import type { ClientTimeouts } from '../clients/client-protection.ts';
import type { ServeRead } from './anonymous-reads.ts';
import { completeHeaders, type HeaderRules } from './response-headers.ts';
import { badRequest, requestTimeout } from './request-errors.ts';

const MAX_HEADERS_BYTES = 32_768;
/** The longest body, an upload; shorter ones have their own limit where they are read. */
export const UPLOAD_MS = 60_000;
/** Longer than the idle time-out of load balancers, so that they close the connection first. */
const IDLE_MS = 65_000;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface EdgeServerOptions {
  identities: Identities;
  clientLimits: ClientLimits;
  timeouts: ClientTimeouts;
  maxConnections: number;
  headerRules: HeaderRules;
  /** Serves anonymous reads before Fastify sees them. */
  serveRead: ServeRead;
  otherwise: Listener;
}

/** The HTTP server of the gateway: resolves the identity of a request, then serves it from the cache or by Fastify. */
export function createEdgeServer({
  identities,
  clientLimits,
  timeouts,
  maxConnections,
  headerRules,
  serveRead,
  otherwise,
}: EdgeServerOptions): Server {
  // Pipelined requests of such a connection are already parsed and may be smuggled: they are ignored.
  const rejectedSockets = new WeakSet<Socket>();
  const handle: Listener = (request, response) => {
    if (response.destroyed) return;
    if (serveRead(request, response)) return;
    clientLimits.startRequest(request, () => {
      if (!response.destroyed) otherwise(request, response);
    });
  };
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADERS_BYTES,
      headersTimeout: timeouts.headersMs,
      // `hasValidFraming` checks it, so that the error response has the error body of the API.
      requireHostHeader: false,
      requestTimeout: UPLOAD_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: timeouts.checkMs,
    },
    (request, response) => {
      if (rejectedSockets.has(request.socket)) return;
      if (!hasValidFraming(request)) {
        rejectedSockets.add(request.socket);
        rejectRequest(response, headerRules);
        return;
      }
      const resolving = identities.resolve(request);
      if (resolving === null) handle(request, response);
      else void resolving.then(() => handle(request, response));
    },
  );
  server.maxConnections = maxConnections;
  server.setTimeout(timeouts.stallMs);
  server.on('connection', (socket) => {
    if (clientLimits.admitConnection(socket)) return;
    rejectedSockets.add(socket);
    rejectConnection(tooManyAtOnce(), socket);
  });
  return server;
}

/**
 * Returns whether the request names its protocol and one host, RFC 9112 sections 2.3 and 3.2: of two hosts another server
 * might see the other.
 */
function hasValidFraming({ httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage): boolean {
  if (httpVersionMajor < 1) return false;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0);
}

function rejectRequest(response: ServerResponse, headerRules: HeaderRules): void {
  const error = badRequest();
  const body = JSON.stringify(errorBody(error));
  const headers = completeHeaders(
    {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    },
    'api',
    headerRules,
  );
  response.writeHead(error.status, headers).end(body);
}

function clientErrorOf({ code }: NodeJS.ErrnoException): WireError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `URL and headers are too long: at most ${MAX_HEADERS_BYTES} bytes`;
    return new WireError(431, 'RequestHeaderFieldsTooLargeError', message);
  }
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? requestTimeout() : badRequest();
}

/** Sends the error body of the API for bytes that could not be parsed as a request, and closes the connection. */
export function rejectClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  rejectConnection(clientErrorOf(error), socket);
}

function rejectConnection(error: WireError, socket: Socket): void {
  const retryAfter =
    error.retryAfterSeconds === undefined ? '' : `Retry-After: ${error.retryAfterSeconds}\r\n`;
  const body = JSON.stringify(errorBody(error));
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n${retryAfter}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroySoon(),
  );
}
