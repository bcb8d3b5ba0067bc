/** No instance of the service takes requests. */
export class NoInstanceError extends Error {
  constructor() {
    super('no instance takes requests');
  }
}

/** The instance responds neither to the request nor to its probe. */
export class UnresponsiveError extends Error {
  constructor(origin: string) {
    super(`${origin} is unresponsive`);
  }
}

/** The instance responds to its probe, but not to this request in time. */
export class ReadTimeoutError extends Error {
  constructor(origin: string, timeoutMs: number) {
    super(`${origin} did not respond within ${timeoutMs} ms`);
  }
}

/** Two instances crashed or hung while they executed the same read, which may be the cause. */
export class RepeatedFailureError extends Error {}

/** The response exceeds the limit of what is buffered. */
export class ResponseTooLargeError extends Error {}

const MAX_CAUSES = 4;
const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const TIMEOUT_CODES = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  for (
    let at: unknown = error, depth = 0;
    at instanceof Error && depth < MAX_CAUSES;
    at = at.cause, depth += 1
  )
    if ('code' in at && typeof at.code === 'string' && codes.has(at.code)) return true;
  return false;
}

/** Returns whether an error means that the request did not reach a process. */
export const couldNotConnect = (error: unknown): boolean => hasCode(error, CONNECT_CODES);

/** Returns whether an error means that a process received the request and did not respond in time. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof ReadTimeoutError || hasCode(error, TIMEOUT_CODES);
