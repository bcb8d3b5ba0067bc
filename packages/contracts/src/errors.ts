/** One invalid attribute inside a `ValidationError`, with the message of the reference. */
export interface ErrorDetail {
  path: string[];
  message: string;
  name: string;
}

export type ErrorDetails = { errors: ErrorDetail[] } | Record<string, unknown>;

/** The body of every error response. `details` is absent on 413, 500 and malformed request bodies. */
export interface ErrorBody {
  data: null;
  error: { status: number; name: string; message: string; details?: ErrorDetails };
}

/**
 * An error that is sent to the client: status, name, message and details form the response. Any other error that is
 * thrown becomes a bare 500.
 */
export class WireError extends Error {
  readonly status: number;
  readonly errorName: string;
  readonly details: ErrorDetails | undefined;
  /** Value of the `Retry-After` header; undefined where a retry does not help. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    errorName: string,
    message: string,
    options: { details?: ErrorDetails | undefined; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.errorName = errorName;
    this.details = 'details' in options ? options.details : {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Creates a 400 for invalid input. */
export const validationError = (message: string, details: ErrorDetails = {}): WireError =>
  new WireError(400, 'ValidationError', message, { details });

/**
 * Creates a 400 that lists invalid attributes, as the reference does: its message is that of the only error, or
 * `N errors occurred`. Throws if there are none.
 */
export function attributeErrors(errors: readonly Omit<ErrorDetail, 'name'>[]): WireError {
  const [first] = errors;
  if (first === undefined) throw new Error('attributeErrors needs at least one error');
  const message = errors.length === 1 ? first.message : `${errors.length} errors occurred`;
  return validationError(message, {
    errors: errors.map(({ path, message: text }) => ({ path, message: text, name: 'ValidationError' })),
  });
}

export const applicationError = (message: string, details: ErrorDetails = {}): WireError =>
  new WireError(400, 'ApplicationError', message, { details });
export const unauthorized = (message = 'Missing or invalid credentials'): WireError =>
  new WireError(401, 'UnauthorizedError', message);
export const forbidden = (message = 'Forbidden'): WireError => new WireError(403, 'ForbiddenError', message);
export const notFound = (message = 'Not Found'): WireError => new WireError(404, 'NotFoundError', message);
/** Creates a 412 for a write on a state that is not the present one any more. */
export const preconditionFailed = (details: Record<string, unknown>): WireError =>
  new WireError(412, 'PreconditionFailedError', 'Precondition Failed', { details });
export const tooLarge = (message = 'request entity too large'): WireError =>
  new WireError(413, 'PayloadTooLargeError', message, { details: undefined });
export const tooManyRequests = (message = 'Too many requests, please try again later.'): WireError =>
  new WireError(429, 'RateLimitError', message);
/** Creates a 503 with `Retry-After`. */
export const unavailable = (retryAfterSeconds = 5, message = 'Service Unavailable'): WireError =>
  new WireError(503, 'ServiceUnavailableError', message, { retryAfterSeconds });

/** Returns the response body for an error. */
export function errorBody(error: WireError): ErrorBody {
  const { status, errorName, message, details } = error;
  return {
    data: null,
    error:
      details === undefined
        ? { status, name: errorName, message }
        : { status, name: errorName, message, details },
  };
}

/** The body of the 500 for an unexpected error. */
export const internalErrorBody: ErrorBody = {
  data: null,
  error: { status: 500, name: 'InternalServerError', message: 'Internal Server Error' },
};
