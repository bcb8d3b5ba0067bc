import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
} from 'fastify';
import { healthPlugin, type HealthOptions } from './health.ts';
import { logDestination, loggerOptions } from './logging.ts';
import { metricsPlugin, type Metrics } from './metrics.ts';
import { jsonBody } from './json-body.ts';
import { answerError, problemPlugin } from './problem.ts';

export interface ServiceAppOptions extends HealthOptions {
  /** Name of the service: in logs and as the prefix of its metrics. */
  name: string;
  /** A log level, or false for silence (tests). */
  logLevel?: string | false;
  metrics: Metrics;
  /** Bytes of a request body; the reference refuses more than 1 MB. */
  bodyLimit?: number;
  /** Anything else Fastify takes; wins over the defaults here. */
  server?: Omit<FastifyHttpOptions<Server, FastifyBaseLogger>, 'logger'>;
}

/** Of URL and headers: as many as the gateway takes, whose longest URL alone would fill the default of Node.js. */
const MAX_HEADERS_BYTES = 32_768;

const REQUEST_ID = /^[\w.-]{8,64}$/;

/**
 * A Fastify instance with what every service has: error bodies, request ids, time-outs, strict bodies,
 * `/livez`, `/readyz` and `/metrics`. Opens nothing and does not listen.
 */
export async function createServiceApp(options: ServiceAppOptions): Promise<FastifyInstance> {
  const { name, logLevel = 'info', metrics, bodyLimit = 1_048_576, readiness, server = {} } = options;
  const app: FastifyInstance = fastify<Server>({
    logger: logLevel === false ? false : { ...loggerOptions(name, logLevel), stream: logDestination() },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    http: { maxHeaderSize: MAX_HEADERS_BYTES },
    requestTimeout: 15_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    handlerTimeout: 10_000,
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true } },
    // Addresses that cannot be read never reach a route, nor its error handler.
    frameworkErrors: answerError,
    ...server,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500, ...server.routerOptions },
  });
  app.removeContentTypeParser('text/plain');
  await app.register(problemPlugin);
  await app.register(jsonBody);
  await app.register(metricsPlugin, { metrics });
  await app.register(healthPlugin, readiness === undefined ? {} : { readiness });
  return app;
}
