import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
} from 'fastify';
import { accessLogPlugin } from './access-log.ts';
import { healthPlugin, type HealthOptions } from './health.ts';
import { logDestination, loggerOptions } from './logging.ts';
import { metricsPlugin, type Metrics } from './metrics.ts';
import { jsonBody } from './json-body.ts';
import { buildResponseSerializer } from './response-serializers.ts';
import { DEFAULT_HANDLER_TIMEOUT_MS } from './service-env.ts';
import { tracingPlugin } from './tracing/tracing-plugin.ts';
import { sendError, errorResponsePlugin } from './error-responses.ts';

export interface ServiceAppOptions extends HealthOptions {
  /** Name of the service: in logs and as the prefix of its metrics. */
  name: string;
  /** A pino log level, or false for no log (tests). */
  logLevel?: string | false;
  metrics: Metrics;
  /** Maximum bytes of a request body; 1 MB by default, as in the reference. */
  bodyLimit?: number;
  /** Further Fastify options, which override the defaults of this function. */
  server?: Omit<FastifyHttpOptions<Server, FastifyBaseLogger>, 'logger'>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** `METHOD url` of every route, for the authorization matrix. */
    registeredRoutes: readonly string[];
  }
}

/** Maximum size of URL and headers, that of the gateway: its longest URL alone would fill the default of Node.js. */
const MAX_HEADERS_BYTES = 32_768;

const REQUEST_ID = /^[\w.-]{8,64}$/;

/**
 * Creates a Fastify instance with the parts that all services share: error responses, request ids, timeouts, validation
 * without type coercion, `/livez`, `/readyz` and `/metrics`. Does not connect to anything and does not listen.
 */
export async function createServiceApp(options: ServiceAppOptions): Promise<FastifyInstance> {
  const { name, logLevel = 'info', metrics, bodyLimit = 1_048_576, readiness, server = {} } = options;
  // From the environment, as tests create apps without a configuration; an empty variable counts as not set.
  const handlerTimeout = Number(process.env['HANDLER_TIMEOUT_MS'] || DEFAULT_HANDLER_TIMEOUT_MS);
  const app: FastifyInstance = fastify<Server>({
    logger: logLevel === false ? false : { ...loggerOptions(name, logLevel), stream: logDestination() },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    http: { maxHeaderSize: MAX_HEADERS_BYTES },
    requestTimeout: 15_000,
    connectionTimeout: 2 * handlerTimeout,
    keepAliveTimeout: 65_000,
    handlerTimeout,
    // Requests that arrive before a connection ends get a normal response: their clients have no other instance.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const received = headers['x-request-id'];
      return typeof received === 'string' && REQUEST_ID.test(received) ? received : randomUUID();
    },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: true,
        // Tests validate the schemas of all routes: compiling the schema of schemas takes 7 % of the processor time of a start.
        validateSchema: process.env['NODE_ENV'] !== 'production',
      },
    },
    schemaController: { compilersFactory: { buildSerializer: buildResponseSerializer } },
    // Requests with a malformed URL reach neither a route nor the error handler.
    frameworkErrors: sendError,
    ...server,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500, ...server.routerOptions },
  });
  const registeredRoutes: string[] = [];
  app.decorate('registeredRoutes', registeredRoutes);
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) registeredRoutes.push(`${name} ${url}`);
  });
  app.removeContentTypeParser('text/plain');
  await app.register(tracingPlugin);
  await app.register(errorResponsePlugin);
  await app.register(jsonBody);
  await app.register(metricsPlugin, { metrics });
  await app.register(accessLogPlugin, { share: metrics.accessLogShare ?? 0 });
  await app.register(healthPlugin, readiness === undefined ? {} : { readiness });
  return app;
}
