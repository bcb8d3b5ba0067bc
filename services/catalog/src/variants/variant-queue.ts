import { Queue, Worker, type Job, type JobsOptions } from 'bullmq';
import type { RedisAccess } from '@vidhi/service-kit/engine-access.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { MakeVariants } from './make-variants.ts';
import type { VariantLedger } from './mongo-variants.ts';
import { RECIPE } from './picture-step.ts';
import { createVariantOrder, type QueuedStep } from './variant-order.ts';

const QUEUE = 'catalog-variants';
const SWEEP_INTERVAL_MS = 60_000;
const CLEANUP_INTERVAL_MS = 3_600_000;
/** Debounce interval: pictures written within it are checked in one query. */
const DEBOUNCE_MS = 500;
/** Jobs added per sweep; when the queue is drained, the next sweep follows. */
const MAX_SWEEP_JOBS = 1_000;
const ADD_TIMEOUT_MS = 500;
const CLOSE_TIMEOUT_MS = 5_000;
/** The worker is replaced when it has finished no job for this long although steps are due. */
const STALLED_WORKER_MS = 90_000;
const HASH_DIGITS = 16;

export interface VariantWork {
  /** Reports a written picture. Never throws and does not block. */
  enqueue(id: number): void;
  /** Number of due steps found by the last full sweep. */
  due(): number;
  close(): Promise<void>;
}

interface VariantWorkOptions {
  redisUrl: string;
  redisAccess?: RedisAccess;
  /** Key prefix, so that several sites or test runs can share one Redis. */
  prefix: string;
  ledger: Pick<VariantLedger, 'listDue'>;
  makeVariants: MakeVariants;
  removeUnreferencedVariants: () => Promise<void>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Finished jobs are deleted from Redis: the picture documents record which steps are done. */
const JOB: JobsOptions = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: true,
};

const jobOf = (due: QueuedStep, priority: number) => ({
  name: due.step,
  data: due,
  opts: {
    ...JOB,
    jobId: `picture-${due.id}-${due.content.slice(0, HASH_DIGITS)}-${due.step}-${RECIPE}`,
    priority,
  },
});

async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Renders variants in the background, one picture at a time. Redis only distributes the jobs: while it is unavailable
 * nothing is rendered, and jobs that it loses are added again by sweeping the picture documents.
 */
export function startVariantWork(options: VariantWorkOptions): VariantWork {
  const {
    redisUrl,
    redisAccess = {},
    prefix,
    ledger,
    makeVariants,
    removeUnreferencedVariants,
    log,
  } = options;
  const shutdown = new AbortController();
  const order = createVariantOrder();
  const pendingIds = new Set<number>();
  let debounceTimer: NodeJS.Timeout | undefined;
  let dueCount = 0;
  let lastProgressAt = Date.now();
  let hasWarned = false;

  const warnOnce = (error: unknown): void => {
    if (!hasWarned) log.warn({ err: error }, 'rendering of variants is paused: the queue is unavailable');
    hasWarned = true;
  };

  const queue = new Queue<QueuedStep>(QUEUE, {
    prefix,
    connection: {
      url: redisUrl,
      ...redisAccess,
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      connectTimeout: 2_000,
    },
  });
  queue.on('error', warnOnce);

  async function add(due: readonly QueuedStep[]): Promise<void> {
    if (due.length === 0) return;
    try {
      const added = await withTimeout(
        ADD_TIMEOUT_MS,
        queue.addBulk(due.map((step) => jobOf(step, order.enter(step)))),
      );
      if (added !== undefined) hasWarned = false;
    } catch (error) {
      warnOnce(error);
    }
  }

  async function work({ data }: Job<QueuedStep>): Promise<void> {
    order.leave(data);
    lastProgressAt = Date.now();
    const next = await makeVariants(data, shutdown.signal);
    lastProgressAt = Date.now();
    if (next !== null) await add([{ ...data, ...next }]);
  }

  function startWorker(): Worker<QueuedStep> {
    const started = new Worker<QueuedStep>(QUEUE, work, {
      prefix,
      connection: { url: redisUrl, ...redisAccess, maxRetriesPerRequest: null },
      concurrency: 1,
      lockDuration: 10_000,
      stalledInterval: 5_000,
      maxStalledCount: 3,
    });
    started.on('error', warnOnce);
    started.on('failed', (job, error) => {
      if (!shutdown.signal.aborted)
        log.warn({ err: error, picture: job?.data.id }, 'rendering the variants of a picture failed');
    });
    started.on('drained', () => {
      if (dueCount >= MAX_SWEEP_JOBS) void sweep();
    });
    return started;
  }
  let worker = startWorker();

  async function sweep(ids?: readonly number[]): Promise<void> {
    try {
      const due = await ledger.listDue({ ...(ids === undefined ? {} : { ids }), limit: MAX_SWEEP_JOBS });
      if (ids === undefined) {
        dueCount = due.length;
        order.clear();
      }
      await add(due);
      if (due.length === 0 || Date.now() - lastProgressAt < STALLED_WORKER_MS || shutdown.signal.aborted)
        return;
      lastProgressAt = Date.now();
      const idle = worker;
      worker = startWorker();
      await withTimeout(CLOSE_TIMEOUT_MS, idle.close(true));
    } catch (error) {
      log.warn({ err: error }, 'the sweep for due variants failed');
    }
  }

  const cleanUp = (): void => {
    removeUnreferencedVariants().catch((error: unknown) =>
      log.warn({ err: error }, 'unreferenced variants could not be deleted'),
    );
  };

  const sweepTimer = setInterval(() => void sweep(), SWEEP_INTERVAL_MS);
  const cleanupTimer = setInterval(cleanUp, CLEANUP_INTERVAL_MS);
  for (const timer of [sweepTimer, cleanupTimer]) timer.unref();
  void sweep();
  cleanUp();

  return {
    enqueue(id) {
      pendingIds.add(id);
      debounceTimer ??= setTimeout(() => {
        debounceTimer = undefined;
        const ids = [...pendingIds];
        pendingIds.clear();
        void sweep(ids);
      }, DEBOUNCE_MS);
    },
    due: () => dueCount,
    async close() {
      clearInterval(sweepTimer);
      clearInterval(cleanupTimer);
      clearTimeout(debounceTimer);
      shutdown.abort();
      await withTimeout(CLOSE_TIMEOUT_MS, worker.close());
      await withTimeout(CLOSE_TIMEOUT_MS, queue.close());
    },
  };
}
