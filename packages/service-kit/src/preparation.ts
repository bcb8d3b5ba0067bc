import type { Check } from './health.ts';
import type { Database } from './mongo.ts';
import { retryForever } from './retry.ts';
import type { ServiceContext } from './run-service.ts';

/** State of the preparation of a database, during which a service already serves reads. */
export interface Preparation {
  isDone(): boolean;
  /** Readiness check; its detail names the current step. */
  check(): Check;
}

export interface PreparationOptions {
  database: Pick<Database, 'connected'>;
  /** Awaited before the first attempt: the hydration of a model, for example, which reads from the same database. */
  after?: Promise<unknown>;
  /** Creates indexes and initial documents. Retried as a whole until it succeeds. `report` sets the current step. */
  prepare: (report: (step: string) => void) => Promise<void>;
  /** Opens the parts that need a prepared database. Called once, unless closing has begun. */
  onPrepared: () => void;
}

const RETRY = { firstMs: 100, maxMs: 2_000 };

/** Prepares the database in the background, retrying with backoff until it succeeds or the service closes. */
export function prepareDatabase(
  { closers, log }: Pick<ServiceContext, 'closers' | 'log'>,
  { database, after, prepare, onPrepared }: PreparationOptions,
): Preparation {
  let pendingStep: string | null = 'waiting for the database';
  const report = (step: string): void => void (pendingStep = step);

  async function run(): Promise<void> {
    const done = await retryForever(
      async () => {
        await database.connected;
        if (after !== undefined) {
          report('waiting for the data');
          await after;
        }
        await prepare(report);
        return true;
      },
      {
        ...RETRY,
        signal: closers.signal,
        onFailure: (error) => log.warn({ err: error }, 'the database could not be prepared for writes'),
      },
    );
    if (done === null || closers.isClosing) return;
    pendingStep = null;
    onPrepared();
  }

  void run();
  return {
    isDone: () => pendingStep === null,
    check: () => (pendingStep === null ? { ok: true } : { ok: false, detail: pendingStep }),
  };
}
