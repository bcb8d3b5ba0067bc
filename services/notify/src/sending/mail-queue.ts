import type { RedisAccess } from '@vidhi/service-kit/engine-access.ts';
import { createSweptQueue, type SweptJob } from '@vidhi/service-kit/swept-queue.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { DueMail, MailLedger } from '../ledger/mail-ledger.ts';
import type { SendMail } from './send-mail.ts';

/** Mails added per sweep. */
const MAX_SWEEP_MAILS = 500;
const CLOSE_TIMEOUT_MS = 15_000;

/** Schedules mails. Redis may lose everything: the ledger has all, and a sweep adds what is due. */
export interface MailQueue {
  start(): void;
  /** Schedules new mails at once, those of a newsletter after all others. Never rejects, and waits for Redis half a second at most. */
  enqueue(ids: readonly string[], options?: { isBulk?: boolean }): Promise<void>;
  close(): Promise<void>;
}

interface MailQueueOptions {
  redisUrl: string;
  redisAccess?: RedisAccess;
  prefix: string;
  sweepMs: number;
  /** Mails that are sent at once. */
  concurrency: number;
  ledger: Pick<MailLedger, 'findDue'>;
  sendMail: SendMail;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Jobs without a priority are taken first. */
const BULK_PRIORITY = 10;

/** Returns the job of a mail. Its id contains the number of leases: the next attempt is a job with another id. */
const jobOf = ({ id, claims }: DueMail, isBulk = false): SweptJob<{ id: string }> => ({
  id: `mail-${id}-${claims}`,
  data: { id },
  ...(isBulk ? { options: { priority: BULK_PRIORITY } } : {}),
});

export function createMailQueue({ ledger, sendMail, ...options }: MailQueueOptions): MailQueue {
  const retryTimers = new Set<NodeJS.Timeout>();
  const queue = createSweptQueue<{ id: string }>({
    ...options,
    name: 'notify-mails',
    what: 'mails',
    closeMs: CLOSE_TIMEOUT_MS,
    findDue: async () => (await ledger.findDue(MAX_SWEEP_MAILS)).map((mail) => jobOf(mail)),
    async work({ id }) {
      const retryAfterMs = await sendMail(id);
      if (retryAfterMs === null || retryAfterMs > options.sweepMs) return;
      // Sooner than the next sweep, which would find it too.
      const timer = setTimeout(() => {
        retryTimers.delete(timer);
        void queue.sweep();
      }, retryAfterMs);
      timer.unref();
      retryTimers.add(timer);
    },
  });
  return {
    start: queue.start,
    enqueue: (ids, { isBulk = false } = {}) => queue.add(ids.map((id) => jobOf({ id, claims: 0 }, isBulk))),
    async close() {
      for (const timer of retryTimers) clearTimeout(timer);
      await queue.close();
    },
  };
}
