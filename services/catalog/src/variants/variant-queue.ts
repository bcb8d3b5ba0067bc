import { Queue, Worker, type Job, type JobsOptions } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import type { MakeVariants } from './make-variants.ts';
import type { VariantLedger } from './mongo-variants.ts';
import { RECIPE, type DueStep } from './picture-step.ts';

const QUEUE = 'catalog-variants';
const SWEEP_EVERY_MS = 60_000;
const TIDY_EVERY_MS = 3_600_000;
/** Pictures that come together are looked at together. */
const GATHER_MS = 500;
/** Jobs that one look adds; when they are done there is another look. */
const SWEEP_MOST = 1_000;
const ADD_PATIENCE_MS = 500;
const CLOSE_PATIENCE_MS = 5_000;
/** With work to do and none done for so long, the worker is made anew. */
const IDLE_MS = 90_000;
const LATER = 10;
const HASH_DIGITS = 16;

export interface VariantWork {
  /** A picture was written. Never throws, never waits. */
  notice(id: number): void;
  /** Steps that the last look found undone. */
  due(): number;
  close(): Promise<void>;
}

interface VariantWorkOptions {
  redisUrl: string;
  /** Begins every key, so that several sites or test runs share one Redis. */
  prefix: string;
  ledger: Pick<VariantLedger, 'listDue'>;
  makeVariants: MakeVariants;
  removeOrphans: () => Promise<void>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Finished jobs leave nothing behind: what is done is known from the pictures themselves. */
const JOB: JobsOptions = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: true,
};

const jobOf = (due: DueStep) => ({
  name: due.step,
  data: due,
  opts: {
    ...JOB,
    jobId: `picture-${due.id}-${due.content.slice(0, HASH_DIGITS)}-${due.step}-${RECIPE}`,
    ...(due.step === 'common' ? {} : { priority: LATER }),
  },
});

async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
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
 * Makes variants in the background, one picture at a time. Redis only says who does what now: while it is away
 * nothing is made, and what it forgot is found again by looking at the pictures.
 */
export function startVariantWork(options: VariantWorkOptions): VariantWork {
  const { redisUrl, prefix, ledger, makeVariants, removeOrphans, log } = options;
  const stopping = new AbortController();
  const noticed = new Set<number>();
  let gathering: NodeJS.Timeout | undefined;
  let dueCount = 0;
  let lastDone = Date.now();
  let warned = false;

  const trouble = (error: unknown): void => {
    if (!warned) log.warn({ err: error }, 'variants of pictures wait: the queue is away');
    warned = true;
  };

  const queue = new Queue<DueStep>(QUEUE, {
    prefix,
    connection: { url: redisUrl, maxRetriesPerRequest: 1, enableOfflineQueue: false, connectTimeout: 2_000 },
  });
  queue.on('error', trouble);

  async function add(due: readonly DueStep[]): Promise<void> {
    if (due.length === 0) return;
    try {
      const added = await within(ADD_PATIENCE_MS, queue.addBulk(due.map(jobOf)));
      if (added !== undefined) warned = false;
    } catch (error) {
      trouble(error);
    }
  }

  async function work({ data }: Job<DueStep>): Promise<void> {
    lastDone = Date.now();
    const next = await makeVariants(data, stopping.signal);
    lastDone = Date.now();
    if (next !== null) await add([next]);
  }

  function startWorker(): Worker<DueStep> {
    const started = new Worker<DueStep>(QUEUE, work, {
      prefix,
      connection: { url: redisUrl, maxRetriesPerRequest: null },
      concurrency: 1,
      lockDuration: 10_000,
      stalledInterval: 5_000,
      maxStalledCount: 3,
    });
    started.on('error', trouble);
    started.on('failed', (job, error) => {
      if (!stopping.signal.aborted)
        log.warn({ err: error, picture: job?.data.id }, 'variants of a picture failed');
    });
    started.on('drained', () => {
      if (dueCount >= SWEEP_MOST) void sweep();
    });
    return started;
  }
  let worker = startWorker();

  async function sweep(ids?: readonly number[]): Promise<void> {
    try {
      const due = await ledger.listDue({ ...(ids === undefined ? {} : { ids }), limit: SWEEP_MOST });
      if (ids === undefined) dueCount = due.length;
      await add(due);
      if (due.length === 0 || Date.now() - lastDone < IDLE_MS || stopping.signal.aborted) return;
      lastDone = Date.now();
      const idle = worker;
      worker = startWorker();
      await within(CLOSE_PATIENCE_MS, idle.close(true));
    } catch (error) {
      log.warn({ err: error }, 'pictures could not be looked at for variants');
    }
  }

  const tidy = (): void => {
    removeOrphans().catch((error: unknown) => log.warn({ err: error }, 'old variants could not be removed'));
  };

  const sweeping = setInterval(() => void sweep(), SWEEP_EVERY_MS);
  const tidying = setInterval(tidy, TIDY_EVERY_MS);
  for (const timer of [sweeping, tidying]) timer.unref();
  void sweep();
  tidy();

  return {
    notice(id) {
      noticed.add(id);
      gathering ??= setTimeout(() => {
        gathering = undefined;
        const ids = [...noticed];
        noticed.clear();
        void sweep(ids);
      }, GATHER_MS);
    },
    due: () => dueCount,
    async close() {
      clearInterval(sweeping);
      clearInterval(tidying);
      clearTimeout(gathering);
      stopping.abort();
      await within(CLOSE_PATIENCE_MS, worker.close());
      await within(CLOSE_PATIENCE_MS, queue.close());
    },
  };
}
