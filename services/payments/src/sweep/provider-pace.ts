export interface ProviderPace {
  /** Resolves when the next call may be made. */
  takePermit(): Promise<void>;
  /** Must be called after a 429: delays the next call, twice as long as after the previous 429. */
  throttled(): void;
  /** Must be called after any other response. */
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

/** Limits the rate of the sweep's calls to the provider, so that calls for buyers are not rejected with 429. */
export function createProviderPace({ callsPerSecond, now, pause }: ProviderPaceOptions): ProviderPace {
  let nextAt = Number.NEGATIVE_INFINITY;
  let backoffMs = 0;
  return {
    async takePermit() {
      const at = now();
      const startAt = Math.max(at, nextAt);
      nextAt = startAt + 1_000 / callsPerSecond;
      if (startAt > at) await pause(startAt - at);
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
