import { Queue, Worker, type JobsOptions } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import type { RedisAccess } from './engine-access.ts';

const ADD_TIMEOUT_MS = 500;
/** The worker is replaced when it has begun no job for this long although something is due. */
const STALLED_WORKER_MS = 90_000;

/** Work on one thing. The id differs from that of the next attempt at it. */
export interface SweptJob<Data> {
  id: string;
  data: Data;
  options?: Pick<JobsOptions, 'attempts' | 'backoff' | 'priority'>;
}

export interface SweptQueueOptions<Data> {
  name: string;
  /** Names the work in the log: `the sweep for due mails failed`. */
  what: string;
  redisUrl: string;
  redisAccess?: RedisAccess | undefined;
  /** Key prefix, so that several sites or test runs can share one Redis. */
  prefix: string;
  /** Jobs that run at once in this process. */
  concurrency: number;
  sweepMs: number;
  closeMs: number;
  /** Jobs for what is due, as the database says. */
  findDue(): Promise<SweptJob<Data>[]>;
  /** With as many jobs in a sweep, the next one follows when the queue is drained. */
  fullSweep?: number;
  /** @param signal is aborted by `close` */
  work(data: Data, signal: AbortSignal): Promise<void>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * A queue in Redis for work that the database knows: Redis only distributes it and may lose everything, as sweeps add what
 * is due. Finished jobs are deleted from Redis.
 */
export interface SweptQueue<Data> {
  /** Opens the connections and sweeps. Before that, `add` and `sweep` do nothing. */
  start(): void;
  /** Adds jobs before the next sweep does. Never rejects, and waits for Redis half a second at most. */
  add(jobs: readonly SweptJob<Data>[]): Promise<void>;
  /** Adds what is due. Never rejects. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

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

export function createSweptQueue<Data extends object>(options: SweptQueueOptions<Data>): SweptQueue<Data> {
  const { name, what, redisUrl, redisAccess = {}, prefix, concurrency, sweepMs, closeMs, log } = options;
  const { findDue, fullSweep = Number.POSITIVE_INFINITY, work } = options;
  const shutdown = new AbortController();
  const { signal } = shutdown;
  let opened: { queue: Queue<object>; worker: Worker<object>; timer: NodeJS.Timeout } | null = null;
  let lastProgressAt = performance.now();
  let lastDue = 0;
  let hasWarned = false;

  const warnOnce = (error: unknown): void => {
    if (!hasWarned) log.warn({ err: error }, `the queue of ${what} is unavailable`);
    hasWarned = true;
  };

  function openQueue(): Queue<object> {
    const queue = new Queue<object>(name, {
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
    return queue;
  }

  function openWorker(): Worker<object> {
    const process = async ({ data }: { data: object }): Promise<void> => {
      lastProgressAt = performance.now();
      await work(data as Data, signal);
      lastProgressAt = performance.now();
    };
    const worker = new Worker<object>(name, process, {
      prefix,
      connection: { url: redisUrl, ...redisAccess, maxRetriesPerRequest: null },
      concurrency,
      lockDuration: 10_000,
      stalledInterval: 5_000,
      maxStalledCount: 3,
    });
    worker.on('error', warnOnce);
    worker.on('failed', (job, error) => {
      if (!signal.aborted) log.warn({ err: error, job: job?.data }, `a job of the queue of ${what} failed`);
    });
    worker.on('drained', () => {
      if (lastDue >= fullSweep) void sweep();
    });
    return worker;
  }

  async function add(jobs: readonly SweptJob<Data>[]): Promise<void> {
    if (opened === null || jobs.length === 0) return;
    const bulk = jobs.map(({ id, data, options: own }) => ({
      name,
      data,
      opts: { ...own, jobId: id, removeOnComplete: true, removeOnFail: true },
    }));
    try {
      if ((await withTimeout(ADD_TIMEOUT_MS, opened.queue.addBulk(bulk))) !== undefined) hasWarned = false;
    } catch (error) {
      warnOnce(error);
    }
  }

  async function sweep(): Promise<void> {
    if (opened === null || signal.aborted) return;
    try {
      const due = await findDue();
      lastDue = due.length;
      await add(due);
      if (due.length === 0) lastProgressAt = performance.now();
      if (performance.now() - lastProgressAt < STALLED_WORKER_MS || shutdown.signal.aborted) return;
      lastProgressAt = performance.now();
      const idle = opened.worker;
      opened.worker = openWorker();
      await withTimeout(closeMs, idle.close(true));
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, `the sweep for due ${what} failed`);
    }
  }

  return {
    start() {
      const timer = setInterval(() => void sweep(), sweepMs);
      timer.unref();
      opened = { queue: openQueue(), worker: openWorker(), timer };
      void sweep();
    },
    add,
    sweep,
    async close() {
      shutdown.abort();
      if (opened === null) return;
      clearInterval(opened.timer);
      await withTimeout(closeMs, opened.worker.close());
      await withTimeout(closeMs, opened.queue.close());
    },
  };
}
