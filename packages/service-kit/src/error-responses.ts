import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import {
  WireError,
  errorBody,
  internalErrorBody,
  notFound,
  tooLarge,
  unavailable,
  validationError,
} from '@vidhi/contracts/errors.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** Maps the errors of Fastify and of the MongoDB driver to those of the API; null for an unexpected error. */
function toWireError(error: FastifyError | WireError): WireError | null {
  if (error instanceof WireError) return error;
  if (isDatabaseUnavailable(error)) return unavailable();
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge();
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') return unavailable();
  if (error.validation !== undefined) return validationError(error.message);
  const { statusCode } = error;
  if (statusCode === undefined || statusCode < 400) return null;
  if (statusCode === 503) return unavailable();
  if (statusCode >= 500) return null;
  return new WireError(
    statusCode,
    statusCode === 415 ? 'UnsupportedMediaTypeError' : 'BadRequestError',
    error.message,
  );
}

/** Sends the error response for anything that was thrown: the API's error body, or a bare 500 that is logged. */
export function sendError(
  error: FastifyError | WireError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const wireError = toWireError(error);
  if (wireError === null) {
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send(internalErrorBody);
  }
  if (wireError.status >= 500) request.log.warn({ err: error }, 'responded with a server error');
  if (wireError.retryAfterSeconds !== undefined) reply.header('retry-after', wireError.retryAfterSeconds);
  return reply.code(wireError.status).send(errorBody(wireError));
}

/** Sets the error handler and the handler of unknown routes. */
export const errorResponsePlugin = fp(async (app) => {
  app.setErrorHandler<FastifyError | WireError>(sendError);
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply));
});

/** Responds 405 in plain text, as the reference does. `allowed`: the methods of the path, for the `Allow` header. */
export const methodNotAllowed = (reply: FastifyReply, allowed: readonly string[]): FastifyReply =>
  reply
    .code(405)
    .header('allow', allowed.join(', '))
    .type('text/plain; charset=utf-8')
    .send('Method Not Allowed');
