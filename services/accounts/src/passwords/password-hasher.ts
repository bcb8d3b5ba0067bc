import { availableParallelism } from 'node:os';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { createConcurrencyLimiter, type Lane, type Pause } from '@vidhi/service-kit/concurrency-limiter.ts';
import { isOutdatedHash, passwordAlgorithms, type PasswordAlgorithms } from './password-algorithms.ts';

/**
 * Number of computations at a time. At least one core is left to other requests: by measurement, this halves the slowdown
 * of reads during logins.
 */
export const PASSWORD_CONCURRENCY = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Further computations at a time, of the lane `reserved` alone. */
export const RESERVED_PASSWORDS = 1;
const QUEUE_LENGTH = 50;
/** With the deadline of a computation, less than the time after which the gateway gives up. */
const MAX_WAIT_MS: Readonly<Record<Lane, number>> = { ordinary: 3_000, reserved: 4_500 };
const RETRY_AFTER_SECONDS = 2;

export interface PasswordHasher extends PasswordAlgorithms {
  /** In the lane `reserved`, a crowd in the other lane does not delay it, however long a computation takes. */
  hash: (password: string, lane?: Lane) => Promise<string>;
  /** The same for a comparison. */
  verify: (password: string, stored: string | null, lane?: Lane) => Promise<boolean>;
  /** True for a hash with weaker parameters or another algorithm. */
  isOutdated: (stored: string) => boolean;
}

interface PasswordHasherOptions {
  /** On threads of this process by default. */
  algorithms?: PasswordAlgorithms;
  concurrency?: number;
  /** After a computation; none by default. */
  pause?: Pause;
  /** By lane. */
  maxWaitMs?: Readonly<Record<Lane, number>>;
}

/** Bounds the computations at a time and those that wait: with 503 beyond a number, and after a time. */
export function createPasswordHasher(options: PasswordHasherOptions = {}): PasswordHasher {
  const { algorithms = passwordAlgorithms, concurrency = PASSWORD_CONCURRENCY } = options;
  const { pause, maxWaitMs = MAX_WAIT_MS } = options;
  const gate = createConcurrencyLimiter(concurrency, QUEUE_LENGTH, {
    pause,
    reservedPlaces: RESERVED_PASSWORDS,
  });

  function run<Result>(task: () => Promise<Result>, lane: Lane = 'ordinary'): Promise<Result> {
    const arrivedAt = performance.now();
    return gate.run(async () => {
      if (performance.now() - arrivedAt > maxWaitMs[lane]) throw unavailable(RETRY_AFTER_SECONDS);
      return task();
    }, lane);
  }

  return {
    hash: (password, lane) => run(() => algorithms.hash(password), lane),
    verify: (password, stored, lane) => run(() => algorithms.verify(password, stored), lane),
    isOutdated: isOutdatedHash,
  };
}
