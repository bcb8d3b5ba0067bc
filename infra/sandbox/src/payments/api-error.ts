import type { FastifyError } from 'fastify';

/** An error in Razorpay's form. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };

  constructor(status: number, error: Record<string, unknown> & { description: string }) {
    super(error.description);
    this.status = status;
    this.body = {
      error: {
        code: 'BAD_REQUEST_ERROR',
        source: 'business',
        step: 'payment_initiation',
        reason: 'input_validation_failed',
        metadata: {},
        ...error,
      },
    };
  }
}

export const badRequest = (description: string, rest: Record<string, unknown> = {}): ApiError =>
  new ApiError(400, { description, ...rest });
/** Errors of authentication and of idempotency have no source. */
export const notApplicable = (status: number, description: string): ApiError =>
  new ApiError(status, { description, source: 'NA', step: 'NA', reason: 'NA' });
export const unknownId = (): ApiError => badRequest('The id provided does not exist');

/** Any error of this API as a response. */
export function toApiError(error: FastifyError | ApiError | Error): ApiError {
  if (error instanceof ApiError) return error;
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return status < 500
    ? new ApiError(status, { description: error.message })
    : new ApiError(500, { code: 'SERVER_ERROR', description: 'The server encountered an error.' });
}
