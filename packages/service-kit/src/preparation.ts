import type { Check } from './health.ts';
import type { Database } from './mongo.ts';
import { retryForever } from './retry.ts';
import type { ServiceContext } from './run-service.ts';

/** What a service does with its database before it accepts writes, while it already responds. */
export interface Preparation {
  isDone(): boolean;
  /** For readiness; the detail says what is being waited for. */
  check(): Check;
}

export interface PreparationOptions {
  database: Pick<Database, 'connected'>;
  /** Creates indexes and the like. Repeated as a whole until it succeeds. `report` names the step for operators. */
  prepare: (report: (step: string) => void) => Promise<void>;
  /** Opens what needs a prepared database; called once, and not when closing has begun before. */
  onPrepared: () => void;
}

const RETRY = { firstMs: 100, maxMs: 2_000 };

/** Prepares the database in the background, with back-off and for as long as it takes. */
export function prepareDatabase(
  { closers, log }: Pick<ServiceContext, 'closers' | 'log'>,
  { database, prepare, onPrepared }: PreparationOptions,
): Preparation {
  let waitingFor: string | null = 'waiting for the database';
  const report = (step: string): void => void (waitingFor = step);

  async function run(): Promise<void> {
    const done = await retryForever(
      async () => {
        await database.connected;
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
    waitingFor = null;
    onPrepared();
  }

  void run();
  return {
    isDone: () => waitingFor === null,
    check: () => (waitingFor === null ? { ok: true } : { ok: false, detail: waitingFor }),
  };
}
