import type { IncomingHttpHeaders } from 'node:http';
import type { ResponseKind } from '../routing/routes.ts';

/** Names and values of an answer towards the client. */
export type ResponseHeaders = Record<string, string | string[] | number | undefined>;

/** What belongs to one connection, or to us alone. Never passed on from a service. */
const KEPT_BACK = new Set([
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
const OURS = /^x-(data|internal|service|user|forwarded)[-_]/;

const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Where a service sends no policy of its own. The web renderer sends one, with the hashes of its scripts. */
const POLICY: Readonly<Record<ResponseKind, string>> = {
  api: NOTHING,
  feed: NOTHING,
  asset: NOTHING,
  file: `${NOTHING}; sandbox`,
  page:
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https://i.ytimg.com; " +
    "frame-src https://www.youtube-nocookie.com; object-src 'none'; base-uri 'none'; form-action 'self'; " +
    "frame-ancestors 'self'",
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
  /** Whether visitors come by https: only then may a browser be told to insist on it. */
  https: boolean;
}

/** ResponseHeaders of a service's answer without what must not leave this house. */
export function forwardedHeaders(upstream: IncomingHttpHeaders): ResponseHeaders {
  const named = upstream.connection?.toLowerCase() ?? '';
  const head: ResponseHeaders = {};
  for (const name in upstream) {
    if (KEPT_BACK.has(name) || OURS.test(name) || (named !== '' && named.includes(name))) continue;
    head[name] = upstream[name];
  }
  return head;
}

const mergedVary = (given: ResponseHeaders[string], kind: ResponseKind): string => {
  const ours = VARY[kind];
  if (typeof given !== 'string') return ours.join(', ');
  const known = new Set(ours.map((name) => name.toLowerCase()));
  const more = given.split(',').map((name) => name.trim());
  return [...ours, ...more.filter((name) => name !== '' && !known.has(name.toLowerCase()))].join(', ');
};

/** Adds what protects a reader, where the service did not say it itself. */
export function completeHeaders(head: ResponseHeaders, kind: ResponseKind, { https }: HeaderRules): ResponseHeaders {
  head['x-content-type-options'] = 'nosniff';
  head['x-frame-options'] ??= 'SAMEORIGIN';
  head['referrer-policy'] ??= kind === 'page' ? 'strict-origin-when-cross-origin' : 'no-referrer';
  head['content-security-policy'] ??= POLICY[kind];
  if (https) head['strict-transport-security'] = HSTS;
  head['vary'] = mergedVary(head['vary'], kind);
  return head;
}

/** What a browser may do with an answer that anybody may have. The API is ours to decide, the rest its service's. */
export const sharedCacheControl = (kind: ResponseKind, given: ResponseHeaders[string]): string =>
  typeof given === 'string' && kind !== 'api' && kind !== 'feed' ? given : CACHE_CONTROL[kind];

/** The flat form that `writeHead` takes. */
export function flattenHeaders(head: ResponseHeaders): string[] {
  const flat: string[] = [];
  for (const [name, value] of Object.entries(head)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const one of value) flat.push(name, one);
    else flat.push(name, String(value));
  }
  return flat;
}
