import type { IncomingHttpHeaders } from 'node:http';
import type { ResponseKind } from '../routing/routes.ts';

/** Headers of a response to a client. */
export type ResponseHeaders = Record<string, string | string[] | number | undefined>;

/** Hop-by-hop headers (RFC 9110), and those that the gateway sets itself: never forwarded from a service. */
const DROPPED_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'server',
  'via',
  'x-powered-by',
  'x-request-id',
  'date',
  'content-length',
  'access-control-allow-origin',
  'access-control-allow-credentials',
]);
const INTERNAL_HEADERS = /^x-(data|internal|service|user|forwarded)[-_]/;

const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Default where a service sends no policy. The web renderer sends its own, with the hashes of its scripts. */
const POLICY: Readonly<Record<ResponseKind, string>> = {
  api: NOTHING,
  feed: NOTHING,
  asset: NOTHING,
  file: `${NOTHING}; sandbox`,
  page:
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https://i.ytimg.com; " +
    "frame-src https://www.youtube-nocookie.com; object-src 'none'; base-uri 'none'; form-action 'self'; " +
    "frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
};

const CACHE_CONTROL: Readonly<Record<ResponseKind, string>> = {
  api: 'public, max-age=0, must-revalidate',
  page: 'public, max-age=0, must-revalidate',
  feed: 'public, max-age=60, must-revalidate',
  file: 'public, max-age=3600',
  asset: 'public, max-age=3600',
};

const VARY: Readonly<Record<ResponseKind, readonly string[]>> = {
  api: ['Accept-Encoding', 'Authorization', 'Origin'],
  feed: ['Accept-Encoding', 'Origin'],
  page: ['Accept-Encoding'],
  file: ['Origin'],
  asset: ['Accept-Encoding', 'Origin'],
};

const HSTS = 'max-age=31536000; includeSubDomains';

export interface HeaderRules {
  /** Whether the public URL is https: only then is HSTS sent. */
  https: boolean;
}

/** Returns the headers of an upstream response without hop-by-hop and internal ones. */
export function forwardedHeaders(upstream: IncomingHttpHeaders): ResponseHeaders {
  const named = upstream.connection?.toLowerCase() ?? '';
  const headers: ResponseHeaders = {};
  for (const name in upstream) {
    if (DROPPED_HEADERS.has(name) || INTERNAL_HEADERS.test(name) || (named !== '' && named.includes(name)))
      continue;
    headers[name] = upstream[name];
  }
  return headers;
}

const mergedVary = (received: ResponseHeaders[string], kind: ResponseKind): string => {
  const ours = VARY[kind];
  if (typeof received !== 'string') return ours.join(', ');
  const known = new Set(ours.map((name) => name.toLowerCase()));
  const more = received.split(',').map((name) => name.trim());
  return [...ours, ...more.filter((name) => name !== '' && !known.has(name.toLowerCase()))].join(', ');
};

/** Adds security headers, where the service did not send its own, and `Vary`. Changes and returns `headers`. */
export function completeHeaders(
  headers: ResponseHeaders,
  kind: ResponseKind,
  { https }: HeaderRules,
): ResponseHeaders {
  headers['x-content-type-options'] = 'nosniff';
  headers['x-frame-options'] ??= 'SAMEORIGIN';
  headers['referrer-policy'] ??= kind === 'page' ? 'strict-origin-when-cross-origin' : 'no-referrer';
  headers['content-security-policy'] ??= POLICY[kind];
  if (kind === 'page') headers['cross-origin-opener-policy'] ??= 'same-origin';
  // Files, assets and feeds are for readers and pages elsewhere, too.
  if (kind === 'page' || kind === 'api') headers['cross-origin-resource-policy'] ??= 'same-origin';
  if (https) headers['strict-transport-security'] = HSTS;
  headers['vary'] = mergedVary(headers['vary'], kind);
  return headers;
}

const REVALIDATED = CACHE_CONTROL.api;
const MIN_ERROR_STATUS = 400;

/**
 * `Cache-Control` of a shareable response: the gateway decides for API and feeds, the service for the rest. A page or file
 * that is missing may appear at any moment, so its 404 is revalidated.
 */
export function sharedCacheControl(
  kind: ResponseKind,
  received: ResponseHeaders[string],
  status: number,
): string {
  if (status >= MIN_ERROR_STATUS && kind !== 'page') return REVALIDATED;
  return typeof received === 'string' && kind !== 'api' && kind !== 'feed' ? received : CACHE_CONTROL[kind];
}

/** `Cache-Control` of a response that is not shared, where its service sends none: files alone may be stored, errors not. */
export const ownCacheControl = (kind: ResponseKind, status: number): string =>
  kind === 'file' && status < MIN_ERROR_STATUS ? CACHE_CONTROL.file : 'no-store';

/** Returns the flat form that `writeHead` takes. */
export function flattenHeaders(headers: ResponseHeaders): string[] {
  const flat: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const one of value) flat.push(name, one);
    else flat.push(name, String(value));
  }
  return flat;
}
