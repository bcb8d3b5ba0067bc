/** No instance of the service takes requests. */
export class NoInstanceError extends Error {
  constructor() {
    super('no instance takes requests');
  }
}

/** The instance sends nothing at all: its probe has no response either. */
export class UnresponsiveError extends Error {
  constructor(origin: string) {
    super(`${origin} is unresponsive`);
  }
}

/** The instance responds to its probe, but this one request took too long. */
export class ReadTimeoutError extends Error {
  constructor(origin: string, timeoutMs: number) {
    super(`${origin} did not respond within ${timeoutMs} ms`);
  }
}

/** Two instances died or fell silent while they executed the same read, which may be the cause. */
export class RepeatedFailureError extends Error {}

/** The response grew over what this process buffers. */
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

/** Whether the request never reached a process. */
export const couldNotConnect = (error: unknown): boolean => hasCode(error, CONNECT_CODES);

/** Whether a process took the request and was too slow with it. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof ReadTimeoutError || hasCode(error, TIMEOUT_CODES);
