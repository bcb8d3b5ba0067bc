import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorBody, type WireError } from '@vidhi/contracts/errors.ts';
import { namesTag, type CacheEntry, type Encoding, type Variant } from '../cache/cache-entry.ts';
import type { AllowedOrigins } from './allowed-origins.ts';
import { completeHeaders, flattenHeaders, type ResponseHeaders, type HeaderRules } from './response-headers.ts';

/** Writes answers that are ready, without a framework between. */
export interface ResponseWriter {
  /** Sends the best variant there is, or 304 to a client that holds it. Returns true when it was 304. */
  send(request: IncomingMessage, response: ServerResponse, answer: CacheEntry, wanted: Encoding): boolean;
  refuse(request: IncomingMessage, response: ServerResponse, error: WireError): void;
}

export interface WriterOptions {
  origins: AllowedOrigins;
  headerRules: HeaderRules;
  nextRequestId: () => string;
  isDraining: () => boolean;
}

const pick = ({ variants }: CacheEntry, wanted: Encoding): Variant =>
  wanted === 'identity' ? variants.identity : (variants[wanted] ?? variants.identity);

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
  origins,
  headerRules,
  nextRequestId,
  isDraining,
}: WriterOptions): ResponseWriter {
  /** The prepared head is shared by all who get this answer, so what is one client's own goes in a copy. */
  function ownHead(prepared: readonly string[], { headers: { origin } }: IncomingMessage): string[] {
    const head = prepared.slice();
    head.push('x-request-id', nextRequestId());
    if (origin !== undefined) head.push(...origins.headFor(origin));
    if (isDraining()) head.push('connection', 'close');
    return head;
  }

  return {
    send(request, response, answer, wanted) {
      const variant = pick(answer, wanted);
      const ifNoneMatch = answer.tag === null ? undefined : request.headers['if-none-match'];
      if (ifNoneMatch !== undefined && answer.tag !== null && namesTag(ifNoneMatch, answer.tag)) {
        response.writeHead(304, ownHead(variant.unchangedHead, request));
        response.end();
        return true;
      }
      response.writeHead(answer.status, ownHead(variant.head, request));
      if (request.method === 'HEAD') response.end();
      else endWith(response, variant.pieces);
      return false;
    },

    refuse(request, response, error) {
      const body = Buffer.from(JSON.stringify(errorBody(error)));
      const head: ResponseHeaders = completeHeaders(
        {
          'content-type': 'application/json; charset=utf-8',
          'content-length': body.length,
          'cache-control': 'no-store',
          'retry-after': error.retryAfterSeconds,
        },
        'api',
        headerRules,
      );
      response.writeHead(error.status, ownHead(flattenHeaders(head), request));
      if (request.method === 'HEAD') response.end();
      else response.end(body);
    },
  };
}
