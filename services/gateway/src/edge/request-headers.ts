import type { IncomingHttpHeaders } from 'node:http';
import { isTracing } from '@vidhi/service-kit/tracing/spans.ts';
import { forwardedCookieHeader, type ForwardedCookies } from './forwarded-cookies.ts';

/** Headers by which a client could impersonate an internal service, with `_` for `-` too. */
const FORGEABLE_HEADERS =
  /^(x[-_](user|internal|service|forwarded|data)([-_]|$)|x[-_]real[-_]ip$|forwarded$|via$)/;

/** Hop-by-hop headers (RFC 9110) and those of connection upgrades. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'http2-settings',
  'expect',
]);

const BODY_HEADERS = new Set(['content-length', 'content-type', 'transfer-encoding', 'content-encoding']);

export interface OwnHeaders {
  requestId: string;
  clientAddress: string;
  publicUrl: URL;
  /** The client's cookies that the service may see. */
  cookies: ForwardedCookies;
}

/** Headers of an upstream request: those of the client without forgeable and hop-by-hop ones, plus the own ones. */
export function upstreamRequestHeaders(
  received: Readonly<Record<string, unknown>>,
  method: string,
  { requestId, clientAddress, publicUrl, cookies }: OwnHeaders,
): IncomingHttpHeaders {
  const bodiless = method === 'GET' || method === 'HEAD';
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(received)) {
    if (value === undefined || HOP_BY_HOP.has(name) || FORGEABLE_HEADERS.test(name)) continue;
    if (bodiless && BODY_HEADERS.has(name)) continue;
    if (name === 'cookie') continue;
    // The span of the upstream request sends its own.
    if (name === 'traceparent' && isTracing()) continue;
    if (typeof value === 'string') headers[name] = value;
    else if (Array.isArray(value)) headers[name] = value.join(', ');
    else headers[name] = String(value);
  }
  const cookie = forwardedCookieHeader(String(received['cookie'] ?? ''), cookies);
  if (cookie !== undefined && cookie !== '') headers['cookie'] = cookie;
  delete headers['accept-encoding'];
  headers['x-forwarded-for'] = clientAddress;
  headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1);
  headers['x-forwarded-host'] = publicUrl.host;
  headers['x-request-id'] = requestId;
  return headers;
}

/** Headers of an upstream request whose response is shared: nothing of the client is in them. */
export const anonymousRequestHeaders = (publicUrl: URL): Readonly<Record<string, string>> => ({
  'x-forwarded-proto': publicUrl.protocol.slice(0, -1),
  'x-forwarded-host': publicUrl.host,
});
