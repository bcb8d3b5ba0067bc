import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorBody, type WireError } from '@vidhi/contracts/errors.ts';
import { TOKEN_IGNORED_HEADER } from '@vidhi/service-kit/auth.ts';
import { namesTag, type CacheEntry, type Encoding, type Variant } from '../cache/cache-entry.ts';
import type { Identities } from '../identity/identities.ts';
import type { ResponseKind } from '../routing/routes.ts';
import type { AllowedOrigins } from './allowed-origins.ts';
import {
  completeHeaders,
  flattenHeaders,
  type ResponseHeaders,
  type HeaderRules,
} from './response-headers.ts';
import { UNAVAILABLE_PAGE } from './unavailable-page.ts';
import { acceptsHtml } from './negotiation.ts';

/** Writes cache entries and error responses straight to the socket, without Fastify. */
export interface ResponseWriter {
  /**
   * Sends the variant of the wanted encoding, or the plain one where it is missing; 304 when `If-None-Match` matches.
   * Returns true for 304. A response of a service that has received no events for some time is marked as stale.
   */
  send(request: IncomingMessage, response: ServerResponse, entry: CacheEntry, encoding: Encoding): boolean;
  /** The same, marked as stale (RFC 9111): with its age, and a warning that names the reason. */
  sendStale(
    request: IncomingMessage,
    response: ServerResponse,
    entry: CacheEntry,
    encoding: Encoding,
  ): boolean;
  /** Sends an error response: the error body of the API, or a page for browsers where pages are. */
  sendError(request: IncomingMessage, response: ServerResponse, error: WireError, kind: ResponseKind): void;
}

export interface WriterOptions {
  identities: Identities;
  origins: AllowedOrigins;
  headerRules: HeaderRules;
  nextRequestId: () => string;
  isDraining: () => boolean;
}

/** RFC 7234; obsolete, but the only header that clients know by which a response is marked as stale. */
const STALE_WARNING = '110 - "Response is Stale"';

const ageOf = ({ storedAt, dataAgeSeconds }: CacheEntry): string =>
  String(dataAgeSeconds + Math.max(0, Math.round((Date.now() - storedAt) / 1_000)));

const pick = ({ variants }: CacheEntry, encoding: Encoding): Variant =>
  encoding === 'identity' ? variants.identity : (variants[encoding] ?? variants.identity);

function endWith(response: ServerResponse, pieces: readonly Buffer[]): void {
  const last = pieces.length - 1;
  if (last > 0) {
    response.cork();
    for (let at = 0; at < last; at += 1) response.write(pieces[at]);
  }
  response.end(pieces[last]);
  if (last > 0) response.uncork();
}

export function createResponseWriter({
  identities,
  origins,
  headerRules,
  nextRequestId,
  isDraining,
}: WriterOptions): ResponseWriter {
  /**
   * Returns the headers of a response with those for one client, in a copy: the entry's headers are shared by all its
   * responses.
   */
  function withClientHeaders(prepared: readonly string[], request: IncomingMessage): string[] {
    const { origin } = request.headers;
    const headers = prepared.slice();
    headers.push('x-request-id', nextRequestId());
    if (origin !== undefined) headers.push(...origins.headersFor(origin));
    if (identities.of(request) === 'unverified') headers.push(TOKEN_IGNORED_HEADER, '1');
    if (isDraining()) headers.push('connection', 'close');
    return headers;
  }

  function write(
    request: IncomingMessage,
    response: ServerResponse,
    entry: CacheEntry,
    encoding: Encoding,
    isStale: boolean,
  ): boolean {
    const variant = pick(entry, encoding);
    const ifNoneMatch = entry.tag === null ? undefined : request.headers['if-none-match'];
    const isNotModified = ifNoneMatch !== undefined && entry.tag !== null && namesTag(ifNoneMatch, entry.tag);
    const headers = withClientHeaders(isNotModified ? variant.notModifiedHeaders : variant.headers, request);
    if (isStale || entry.dataAgeSeconds > 0) headers.push('age', ageOf(entry), 'warning', STALE_WARNING);
    response.writeHead(isNotModified ? 304 : entry.status, headers);
    if (isNotModified || request.method === 'HEAD') response.end();
    else endWith(response, variant.pieces);
    return isNotModified;
  }

  return {
    send: (request, response, entry, encoding) => write(request, response, entry, encoding, false),
    sendStale: (request, response, entry, encoding) => write(request, response, entry, encoding, true),

    sendError(request, response, error, kind) {
      const isPage = kind === 'page' && acceptsHtml(request.headers.accept);
      const body = Buffer.from(isPage ? UNAVAILABLE_PAGE : JSON.stringify(errorBody(error)));
      const headers: ResponseHeaders = completeHeaders(
        {
          'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
          'content-length': body.length,
          'cache-control': 'no-store',
          'retry-after': error.retryAfterSeconds,
        },
        isPage ? 'page' : 'api',
        headerRules,
      );
      response.writeHead(error.status, withClientHeaders(flattenHeaders(headers), request));
      if (request.method === 'HEAD') response.end();
      else response.end(body);
    },
  };
}
