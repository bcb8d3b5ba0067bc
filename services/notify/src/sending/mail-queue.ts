import { Queue, Worker, type Job, type JobsOptions } from 'bullmq';
import type { RedisAccess } from '@vidhi/service-kit/engine-access.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { DueMail, MailLedger } from '../ledger/mail-ledger.ts';
import type { SendMail } from './send-mail.ts';

const QUEUE = 'notify-mails';
const ADD_TIMEOUT_MS = 500;
const CLOSE_TIMEOUT_MS = 15_000;
/** Mails added per sweep. */
const MAX_SWEEP_MAILS = 500;
/** The worker is replaced when it has begun no job for this long although mails are due. */
const STALLED_WORKER_MS = 90_000;

/** Schedules mails. Redis may lose everything: the ledger has all, and a sweep adds what is due. */
export interface MailQueue {
  /** Schedules new mails at once, those of a newsletter after all others. Never rejects, and waits for Redis half a second at most. */
  enqueue(ids: readonly string[], options?: { isBulk?: boolean }): Promise<void>;
  close(): Promise<void>;
}

interface MailQueueOptions {
  redisUrl: string;
  redisAccess?: RedisAccess;
  /** Key prefix, so that several sites or test runs can share one Redis. */
  prefix: string;
  sweepMs: number;
  /** Mails that are sent at once. */
  concurrency: number;
  ledger: Pick<MailLedger, 'findDue'>;
  sendMail: SendMail;
  /** Called before each sweep: adds rows that a dead process left out. */
  planMissing: () => Promise<void>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Jobs without a priority are taken first. */
const BULK_PRIORITY = 10;
const JOB: JobsOptions = { removeOnComplete: true, removeOnFail: true };

/**
 * Returns the job of a mail. Its id contains the number of leases, so that the job of the next attempt differs from that
 * of this one.
 */
const jobOf = ({ id, claims }: DueMail, isBulk: boolean) => ({
  name: 'send',
  data: { id },
  opts: { ...JOB, jobId: `mail-${id}-${claims}`, ...(isBulk ? { priority: BULK_PRIORITY } : {}) },
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

export function startMailQueue(options: MailQueueOptions): MailQueue {
  const {
    redisUrl,
    redisAccess = {},
    prefix,
    sweepMs,
    concurrency,
    ledger,
    sendMail,
    planMissing,
    log,
  } = options;
  let isClosing = false;
  let hasWarned = false;
  let lastProgressAt = performance.now();
  const retryTimers = new Set<NodeJS.Timeout>();

  const warnOnce = (error: unknown): void => {
    if (!hasWarned) log.warn({ err: error }, 'the queue of mails is unavailable');
    hasWarned = true;
  };

  const queue = new Queue<{ id: string }>(QUEUE, {
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

  async function add(due: readonly DueMail[], isBulk = false): Promise<void> {
    if (due.length === 0) return;
    try {
      const added = await withTimeout(ADD_TIMEOUT_MS, queue.addBulk(due.map((mail) => jobOf(mail, isBulk))));
      if (added !== undefined) hasWarned = false;
    } catch (error) {
      warnOnce(error);
    }
  }

  async function work({ data: { id } }: Job<{ id: string }>): Promise<void> {
    lastProgressAt = performance.now();
    const retryAfterMs = await sendMail(id);
    lastProgressAt = performance.now();
    if (retryAfterMs === null || retryAfterMs > sweepMs) return;
    // Sooner than the next sweep, which would find it too.
    const timer = setTimeout(() => {
      retryTimers.delete(timer);
      void sweep();
    }, retryAfterMs);
    timer.unref();
    retryTimers.add(timer);
  }

  function startWorker(): Worker<{ id: string }> {
    const started = new Worker<{ id: string }>(QUEUE, work, {
      prefix,
      connection: { url: redisUrl, ...redisAccess, maxRetriesPerRequest: null },
      concurrency,
      lockDuration: 10_000,
      stalledInterval: 5_000,
      maxStalledCount: 3,
    });
    started.on('error', warnOnce);
    started.on('failed', (job, error) => {
      if (!isClosing) log.warn({ err: error, mail: job?.data.id }, 'an attempt to send a mail broke off');
    });
    return started;
  }
  let worker = startWorker();

  async function sweep(): Promise<void> {
    if (isClosing) return;
    try {
      await planMissing();
      const due = await ledger.findDue(MAX_SWEEP_MAILS);
      await add(due);
      if (due.length > 0 && performance.now() - lastProgressAt < STALLED_WORKER_MS) return;
      lastProgressAt = performance.now();
      if (due.length === 0) return;
      const idle = worker;
      worker = startWorker();
      await withTimeout(CLOSE_TIMEOUT_MS, idle.close(true));
    } catch (error) {
      if (!isClosing) log.warn({ err: error }, 'the sweep for due mails failed');
    }
  }

  const sweepTimer = setInterval(() => void sweep(), sweepMs);
  sweepTimer.unref();
  void sweep();

  return {
    enqueue: (ids, { isBulk = false } = {}) =>
      add(
        ids.map((id) => ({ id, claims: 0 })),
        isBulk,
      ),
    async close() {
      isClosing = true;
      clearInterval(sweepTimer);
      for (const timer of retryTimers) clearTimeout(timer);
      await withTimeout(CLOSE_TIMEOUT_MS, worker.close());
      await withTimeout(CLOSE_TIMEOUT_MS, queue.close());
    },
  };
}
