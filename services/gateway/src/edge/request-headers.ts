import type { IncomingHttpHeaders } from 'node:http';

/** Names by which services could mistake a client for one of us, in any spelling. */
const FORGED = /^(x[-_](user|internal|service|forwarded|data)([-_]|$)|x[-_]real[-_]ip$|forwarded$|via$)/;

/** What belongs to one connection. */
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
  /** Whether the service may see the client's cookies. */
  cookies: boolean;
}

/** ResponseHeaders of a request towards a service: what the client sent less what it may not say, plus what we know. */
export function upstreamRequestHeaders(
  given: Readonly<Record<string, unknown>>,
  method: string,
  { requestId, clientAddress, publicUrl, cookies }: OwnHeaders,
): IncomingHttpHeaders {
  const bodiless = method === 'GET' || method === 'HEAD';
  const head: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || HOP_BY_HOP.has(name) || FORGED.test(name)) continue;
    if (bodiless && BODY_HEADERS.has(name)) continue;
    if (name === 'cookie' && !cookies) continue;
    if (typeof value === 'string') head[name] = value;
    else if (Array.isArray(value)) head[name] = value.join(', ');
    else head[name] = String(value);
  }
  delete head['accept-encoding'];
  head['x-forwarded-for'] = clientAddress;
  head['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1);
  head['x-forwarded-host'] = publicUrl.host;
  head['x-request-id'] = requestId;
  return head;
}

/** ResponseHeaders of a request whose answer anybody may get: nothing of the client is in it. */
export const anonymousRequestHeaders = (publicUrl: URL): Readonly<Record<string, string>> => ({
  'x-forwarded-proto': publicUrl.protocol.slice(0, -1),
  'x-forwarded-host': publicUrl.host,
});
