export interface ProviderPace {
  /** Resolves when the next call may be made. */
  turn(): Promise<void>;
  /** To be called after a response 429: the next call waits, twice as long as after the one before. */
  throttled(): void;
  /** To be called after any other response. */
  responded(): void;
}

export interface ProviderPaceOptions {
  callsPerSecond: number;
  /** Milliseconds. */
  now: () => number;
  pause: (ms: number) => Promise<void>;
}

const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

/** Bounds the calls that the sweep makes, so that those of buyers are not rejected with 429. */
export function createProviderPace({ callsPerSecond, now, pause }: ProviderPaceOptions): ProviderPace {
  let nextAt = Number.NEGATIVE_INFINITY;
  let backoffMs = 0;
  return {
    async turn() {
      const at = now();
      const turnAt = Math.max(at, nextAt);
      nextAt = turnAt + 1_000 / callsPerSecond;
      if (turnAt > at) await pause(turnAt - at);
    },
    throttled() {
      backoffMs = Math.min(MAX_BACKOFF_MS, Math.max(FIRST_BACKOFF_MS, 2 * backoffMs));
      nextAt = Math.max(nextAt, now() + backoffMs);
    },
    responded() {
      backoffMs = 0;
    },
  };
}
