import { WireError, unavailable } from '@vidhi/contracts/errors.ts';
import { isReadTimeout } from '@vidhi/upstreams/upstream-error.ts';

const RETRY_AFTER_SECONDS = 2;

/** Returns the error response for a request without response: 504 when the service was too slow with it, else 503. */
export function toUpstreamFailure(error: unknown): WireError {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1)
    if (at instanceof WireError) return at;
  if (isReadTimeout(error))
    return new WireError(504, 'GatewayTimeoutError', 'Gateway Timeout', { cause: error });
  return new WireError(503, 'ServiceUnavailableError', 'Service Unavailable', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause: error,
  });
}

export const noInstanceAvailable = (): WireError => unavailable(RETRY_AFTER_SECONDS);
