import { flushCompileCache } from 'node:module';
import { setImmediate as nextRound, setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createClosers, type Closers } from './closers.ts';
import { armFailPoints } from './fail-point.ts';
import type {} from './health.ts';
import { createLogger } from './logging.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { setTracing } from './tracing/spans.ts';

/** Passed to a service to open its parts with. */
export interface ServiceContext {
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly closers: Closers;
}

/** The settings of every service. */
interface ServiceConfig {
  readonly HOST: string;
  readonly PORT: number;
  readonly LOG_LEVEL: string;
  readonly ACCESS_LOG_SHARE?: number;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  readonly OTEL_TRACES_SAMPLER_ARG?: number;
}

export interface ServiceOptions<Config extends ServiceConfig = ServiceConfig> {
  /** Name in logs and prefix of metrics. */
  name: string;
  config: Config;
  /** Whether clients reach this process: it does not trust their decision about what is traced. */
  isEdge?: boolean;
  /**
   * Opens the databases, consumers and other parts of the service with `closers.open`, and resolves with the app, which
   * does not listen yet. Must not wait for MongoDB, Kafka or Redis: a service starts and responds while they are
   * unavailable.
   */
  open: (context: ServiceContext, config: Config) => Promise<FastifyInstance>;
}

export interface StartedService {
  /** Resolves when the service listens, or was stopped before. Rejects when it could not be opened. */
  readonly listening: Promise<void>;
  /** Drains: `/readyz` is 503 for DRAIN_MS, so that load balancers notice; then the app and all resources are closed. */
  stop(reason: string): Promise<void>;
}

const DRAIN_MS = 150;
const CLOSE_DEADLINE_MS = 20_000;

/**
 * Rounds of the event loop that are awaited before an app closes: the first accepts connections, the next ones read from
 * them.
 */
const ROUNDS_TO_READ = 3;

/**
 * Closes an app after it has read the requests that have arrived. Timers fire before sockets are read: an app that a late
 * timer closes would end connections as idle although requests have arrived on them.
 */
export async function closeApp(app: FastifyInstance): Promise<void> {
  for (let round = 0; round < ROUNDS_TO_READ; round += 1) await nextRound();
  await app.close();
}

/** Records spans where a collector is configured. Its modules are loaded only then. */
async function startTracing(
  { name, config, isEdge }: Pick<ServiceOptions, 'name' | 'config' | 'isEdge'>,
  closers: Closers,
): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share = 1 } = config;
  if (endpoint === undefined) return;
  const { createExportingRecorder } = await import('./tracing/open-telemetry.ts');
  closers.open('tracing', () => {
    const recorder = createExportingRecorder({ serviceName: name, endpoint, share, isEdge });
    setTracing(recorder);
    return {
      close() {
        setTracing(null);
        return recorder.close();
      },
    };
  });
}

/**
 * Opens a service and listens. When stopped during opening, it opens nothing more, closes the open resources and never
 * listens. The app is closed first, so that pending requests end before the resources that they use are closed.
 */
export function startService<Config extends ServiceConfig>(options: ServiceOptions<Config>): StartedService {
  const { name, config, open } = options;
  const log = createLogger(name, config.LOG_LEVEL);
  const closers = createClosers(
    (part, error) => log.error({ err: error, part }, 'did not close cleanly'),
    (task, error) => log.warn({ err: error, task }, `${task} failed`),
  );
  let app: FastifyInstance | null = null;
  let stopped: Promise<void> | null = null;

  async function start(): Promise<void> {
    try {
      if (config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) await startTracing(options, closers);
      const context = { log, metrics: createMetrics(name, config.ACCESS_LOG_SHARE), closers };
      const opened = await open(context, config);
      if (closers.isClosing) return await opened.close();
      app = opened;
      await opened.listen({ host: config.HOST, port: config.PORT });
    } catch (error) {
      // After a stop, failures to open are irrelevant.
      if (!closers.isClosing) throw error;
    }
  }

  async function close(reason: string): Promise<void> {
    closers.beginClosing();
    log.info({ reason }, 'draining');
    if (app !== null) {
      app.draining = true;
      await delay(DRAIN_MS);
      await closeApp(app);
    }
    await closers.closeAll();
  }

  return { listening: start(), stop: (reason) => (stopped ??= close(reason)) };
}

/**
 * Runs a service as this process: opens it, listens, and stops it on SIGTERM or SIGINT. Ends the process with code 1 when
 * it cannot be opened, when closing takes longer than CLOSE_DEADLINE_MS, or on an uncaught error.
 */
export async function runService<Config extends ServiceConfig>(
  options: ServiceOptions<Config>,
): Promise<void> {
  const crash = (error: unknown): void => {
    createLogger(options.name, options.config.LOG_LEVEL).fatal({ err: error }, 'uncaught');
    process.exit(1);
  };
  armFailPoints(process.env);
  process.once('uncaughtException', crash);
  process.once('unhandledRejection', crash);
  const service = startService(options);
  const stop = async (reason: string): Promise<void> => {
    setTimeout(() => crash(new Error('did not close in time')), CLOSE_DEADLINE_MS).unref();
    await service.stop(reason);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop(signal).catch(crash));
  await service.listening.catch(crash);
  // Node writes it when a process exits, but not when it is killed: the next start would compile everything again.
  flushCompileCache();
}
