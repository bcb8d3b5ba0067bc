import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createClosers, type Closers } from './closers.ts';
import type {} from './health.ts';
import { createLogger } from './logging.ts';
import { createMetrics, type Metrics } from './metrics.ts';

/** What every service gets to open its parts with. */
export interface ServiceContext {
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly closers: Closers;
}

export interface ServiceOptions {
  /** In logs and as the prefix of metrics. */
  name: string;
  config: { readonly HOST: string; readonly PORT: number; readonly LOG_LEVEL: string };
  /**
   * Opens databases, consumers and whatever else the service has, each with `closers.open`, and returns the app, which
   * does not listen yet. Must not wait for an engine: a service starts and responds while its engines are unavailable.
   */
  open: (context: ServiceContext) => Promise<FastifyInstance>;
}

export interface StartedService {
  /** Resolves when the service listens, or when it was stopped before. Rejects when it could not be opened. */
  readonly listening: Promise<void>;
  /** Drains: not ready, a moment for load balancers to see it, then closes the app and what was opened. */
  stop(reason: string): Promise<void>;
}

const DRAIN_MS = 150;
const CLOSE_DEADLINE_MS = 20_000;

/**
 * Opens a service and listens. Stopped while it still opens, it opens nothing more, closes what is open and never
 * listens. The app closes first, so that requests under way end before what they use is closed.
 */
export function startService({ name, config, open }: ServiceOptions): StartedService {
  const log = createLogger(name, config.LOG_LEVEL);
  const closers = createClosers((part, error) => log.error({ err: error, part }, 'did not close cleanly'));
  let app: FastifyInstance | null = null;
  let stopped: Promise<void> | null = null;

  async function start(): Promise<void> {
    try {
      const opened = await open({ log, metrics: createMetrics(name), closers });
      if (closers.isClosing) return await opened.close();
      app = opened;
      await opened.listen({ host: config.HOST, port: config.PORT });
    } catch (error) {
      // Stopped meanwhile: what could not be opened or listened to is not wanted any more.
      if (!closers.isClosing) throw error;
    }
  }

  async function close(reason: string): Promise<void> {
    closers.beginClosing();
    log.info({ reason }, 'draining');
    if (app !== null) {
      app.draining = true;
      await delay(DRAIN_MS);
      await app.close();
    }
    await closers.closeAll();
  }

  return { listening: start(), stop: (reason) => (stopped ??= close(reason)) };
}

/**
 * Runs a service as this process: opens it, listens, and stops it on SIGTERM or SIGINT. Ends the process with code 1 when
 * it cannot be opened, when closing takes longer than its deadline, or when an error escapes.
 */
export async function runService(options: ServiceOptions): Promise<void> {
  const crash = (error: unknown): void => {
    createLogger(options.name, options.config.LOG_LEVEL).fatal({ err: error }, 'uncaught');
    process.exit(1);
  };
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
}
