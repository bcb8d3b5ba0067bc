import fp from 'fastify-plugin';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const HASHES = 2 ** 32;

/**
 * Returns whether a request is in the sample of this share (0 to 1). Decides by a hash of the request id (FNV-1a with the
 * final mix of MurmurHash3), so that a sampled request is in the logs of all services that it reaches.
 */
export function isSampled(requestId: string, share: number): boolean {
  let hash = FNV_OFFSET;
  for (let at = 0; at < requestId.length; at += 1)
    hash = Math.imul(hash ^ requestId.charCodeAt(at), FNV_PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / HASHES < share;
}

/**
 * Logs a share of the requests at level info: method, route pattern, status and duration. Never the URL, an address or a
 * header, which could contain personal data or a token.
 */
export const accessLogPlugin = fp<{ share: number }>(async (app, { share }) => {
  if (share <= 0) return;
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (!isSampled(request.id, share)) return;
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info(
      { method, route: routeOptions.url ?? 'unmatched', status: reply.statusCode, ms },
      'request',
    );
  });
});
