import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface RunOptions {
  app: FastifyInstance;
  host: string;
  port: number;
  /** Closes what `server.ts` opened (see `closers.ts`), after the app has sent its last response. */
  close: () => Promise<void>;
}

const DRAIN_MS = 150;
const CLOSE_DEADLINE_MS = 20_000;

/**
 * Listens, and on SIGTERM or SIGINT drains: not ready, a moment for load balancers to see it, then close.
 * Ends the process with code 1 when closing takes longer than its deadline or something escapes.
 */
export async function runService({ app, host, port, close }: RunOptions): Promise<void> {
  const stop = async (reason: string): Promise<void> => {
    if (app.draining) return;
    app.draining = true;
    app.log.info({ reason }, 'draining');
    const deadline = setTimeout(() => {
      app.log.error('did not close in time');
      process.exit(1);
    }, CLOSE_DEADLINE_MS);
    deadline.unref();
    await delay(DRAIN_MS);
    await app.close();
    await close();
    process.exit(0);
  };
  const crash = (error: unknown): void => {
    app.log.fatal({ err: error }, 'uncaught');
    process.exit(1);
  };
  const handle = (signal: NodeJS.Signals): void => void stop(signal).catch(crash);
  process.once('SIGTERM', handle);
  process.once('SIGINT', handle);
  process.once('uncaughtException', crash);
  process.once('unhandledRejection', crash);
  await app.listen({ host, port });
}
