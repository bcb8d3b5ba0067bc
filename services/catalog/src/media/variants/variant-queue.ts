import type { RedisAccess } from '@vidhi/service-kit/engine-access.ts';
import { createSweptQueue, type SweptJob } from '@vidhi/service-kit/swept-queue.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { MakeVariants } from './make-variants.ts';
import type { VariantLedger } from './mongo-variants.ts';
import { RECIPE, stepName } from './picture-step.ts';
import { createVariantOrder, type QueuedStep } from './variant-order.ts';

const SWEEP_INTERVAL_MS = 60_000;
/** Debounce interval: pictures written within it are checked in one query. */
const DEBOUNCE_MS = 500;
/** Jobs added per sweep; when the queue is drained, the next sweep follows. */
const MAX_SWEEP_JOBS = 1_000;
const CLOSE_TIMEOUT_MS = 5_000;
const HASH_DIGITS = 16;

export interface VariantWork {
  /** Opens the queue. */
  start(): void;
  /** Reports a written picture. Never throws and does not block. */
  enqueue(id: number): void;
  /** Number of due steps found by the last full sweep. */
  due(): number;
  close(): Promise<void>;
}

interface VariantWorkOptions {
  redisUrl: string;
  redisAccess?: RedisAccess;
  prefix: string;
  ledger: Pick<VariantLedger, 'listDue'>;
  makeVariants: MakeVariants;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Renders variants in the background, one picture at a time. The picture documents record which steps are done. */
export function createVariantWork({ ledger, makeVariants, ...options }: VariantWorkOptions): VariantWork {
  const order = createVariantOrder();
  const pendingIds = new Set<number>();
  let debounceTimer: NodeJS.Timeout | undefined;
  let dueCount = 0;

  const jobOf = (step: QueuedStep): SweptJob<QueuedStep> => ({
    id: `picture-${step.id}-${step.content.slice(0, HASH_DIGITS)}-${stepName(step)}-${RECIPE}`,
    data: step,
    options: {
      attempts: 3,
      backoff: { type: 'exponential', delay: 1_000 },
      priority: order.enter(step),
    },
  });
  const queue = createSweptQueue<QueuedStep>({
    ...options,
    name: 'catalog-variants',
    what: 'variants',
    concurrency: 1,
    sweepMs: SWEEP_INTERVAL_MS,
    closeMs: CLOSE_TIMEOUT_MS,
    fullSweep: MAX_SWEEP_JOBS,
    async findDue() {
      const due = await ledger.listDue({ limit: MAX_SWEEP_JOBS });
      dueCount = due.length;
      order.clear();
      return due.map(jobOf);
    },
    async work(step, signal) {
      order.leave(step);
      const next = await makeVariants(step, signal);
      const { crop: _crop, focus: _focus, ...queued } = step;
      if (next !== null) await queue.add([jobOf({ ...queued, ...next })]);
    },
  });

  async function addDue(ids: readonly number[]): Promise<void> {
    try {
      await queue.add((await ledger.listDue({ ids, limit: MAX_SWEEP_JOBS })).map(jobOf));
    } catch (error) {
      options.log.warn({ err: error }, 'the variants of written pictures could not be queued');
    }
  }

  return {
    start: queue.start,
    enqueue(id) {
      pendingIds.add(id);
      debounceTimer ??= setTimeout(() => {
        debounceTimer = undefined;
        const ids = [...pendingIds];
        pendingIds.clear();
        void addDue(ids);
      }, DEBOUNCE_MS);
    },
    due: () => dueCount,
    async close() {
      clearTimeout(debounceTimer);
      await queue.close();
    },
  };
}
