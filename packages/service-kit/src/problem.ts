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

/** Names of the driver's errors while the database is away: the request may be repeated later. */
const DATABASE_AWAY =
  /^Mongo(oose)?(ServerSelection|Network|NetworkTimeout|NotConnected|PoolCleared(OnNetwork)?|TopologyClosed|ServerClosed|PoolClosed|WaitQueueTimeout)Error$/;
/** Mongoose has no name of its own for a command before the first connection, while `bufferCommands` is off. */
const NOT_YET_CONNECTED = /before initial connection is complete/;

const isDatabaseAway = ({ name, message }: Error): boolean =>
  DATABASE_AWAY.test(name) || (name === 'MongooseError' && NOT_YET_CONNECTED.test(message));

/** Fastify's own refusals in the words of the contract; null when nobody named the failure. */
function toWireError(error: FastifyError | WireError): WireError | null {
  if (error instanceof WireError) return error;
  if (isDatabaseAway(error)) return unavailable();
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

/** Answers a failure in the envelope, whatever threw it. */
export function answerError(
  error: FastifyError | WireError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const named = toWireError(error);
  if (named === null) {
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send(internalErrorBody);
  }
  if (named.status >= 500) request.log.warn({ err: error }, 'request refused');
  if (named.retryAfterSeconds !== undefined) reply.header('retry-after', named.retryAfterSeconds);
  return reply.code(named.status).send(errorBody(named));
}

/** The only place that turns what was thrown into an answer. */
export const problemPlugin = fp(async (app) => {
  app.setErrorHandler<FastifyError | WireError>(answerError);
  app.setNotFoundHandler((request, reply) => answerError(notFound(), request, reply));
});

/** 405 in plain text, as in the reference; `allowed` are the methods of the path, for the `Allow` header. */
export const methodNotAllowed = (reply: FastifyReply, allowed: readonly string[]): FastifyReply =>
  reply
    .code(405)
    .header('allow', allowed.join(', '))
    .type('text/plain; charset=utf-8')
    .send('Method Not Allowed');
