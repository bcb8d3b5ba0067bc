import { WireError, unavailable } from '@vidhi/contracts/errors.ts';

const TIMED_OUT = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const RETRY_AFTER_SECONDS = 2;

const codesOf = (error: unknown): string[] => {
  const codes: string[] = [];
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1)
    if ('code' in at && typeof at.code === 'string') codes.push(at.code);
  return codes;
};

/** What a client is told when a service did not answer: it was too slow, or it is away. */
export function toUpstreamFailure(error: unknown): WireError {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1)
    if (at instanceof WireError) return at;
  if (codesOf(error).some((code) => TIMED_OUT.has(code)))
    return new WireError(504, 'GatewayTimeoutError', 'Gateway Timeout', { cause: error });
  return new WireError(503, 'ServiceUnavailableError', 'Service Unavailable', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause: error,
  });
}

export const noInstanceAvailable = (): WireError => unavailable(RETRY_AFTER_SECONDS);
