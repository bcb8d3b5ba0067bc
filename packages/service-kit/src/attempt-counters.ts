/** Counts attempts in windows of time. Shared between the processes of this service where it can be. */
export interface AttemptCounters {
  /** Adds one; the window starts with the first and ends `windowMs` later. */
  hit(key: string, windowMs: number): Promise<{ count: number; endsAt: number }>;
  /** Subtracts one, if its window is still open. */
  release(key: string): Promise<void>;
  /** Takes the single permit of a period of `periodMs`; returns when the next one is available. */
  takePermit(key: string, periodMs: number): Promise<{ taken: boolean; nextAt: number }>;
  forget(...keys: string[]): Promise<void>;
}

interface CounterWindow {
  count: number;
  endsAt: number;
}

const MAX_KEYS = 100_000;

/**
 * Counters of this process alone.
 * @param weight counts each attempt as this many, for several processes that share one budget without coordination.
 */
export function inProcessCounters(weight = 1, now: () => number = Date.now): AttemptCounters {
  const windows = new Map<string, CounterWindow>();
  const open = (key: string): CounterWindow | null => {
    const window = windows.get(key);
    return window !== undefined && window.endsAt > now() ? window : null;
  };
  /** Evicts ended windows first, then the oldest, to bound memory. */
  function makeRoom(): void {
    if (windows.size < MAX_KEYS) return;
    for (const [key, { endsAt }] of windows) if (endsAt <= now()) windows.delete(key);
    for (const key of windows.keys()) {
      if (windows.size < MAX_KEYS) return;
      windows.delete(key);
    }
  }
  function begin(key: string, window: CounterWindow): CounterWindow {
    makeRoom();
    windows.set(key, window);
    return window;
  }
  return {
    async hit(key, windowMs) {
      const window = open(key) ?? begin(key, { count: 0, endsAt: now() + windowMs });
      window.count += weight;
      return { ...window };
    },
    async release(key) {
      const window = open(key);
      if (window !== null) window.count = Math.max(0, window.count - weight);
    },
    async takePermit(key, periodMs) {
      const held = open(key);
      if (held !== null) return { taken: false, nextAt: held.endsAt };
      const { endsAt } = begin(key, { count: 1, endsAt: now() + periodMs });
      return { taken: true, nextAt: endsAt };
    },
    async forget(...keys) {
      for (const key of keys) windows.delete(key);
    },
  };
}

/** Uses the first, and the second whenever the first fails. */
export function countersWithFallback(
  first: AttemptCounters,
  second: AttemptCounters,
  onFailure: (error: unknown) => void,
): AttemptCounters {
  const either = async <Result>(
    operation: (counters: AttemptCounters) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await operation(first);
    } catch (error) {
      onFailure(error);
      return operation(second);
    }
  };
  return {
    hit: (key, windowMs) => either((counters) => counters.hit(key, windowMs)),
    release: (key) => either((counters) => counters.release(key)),
    takePermit: (key, periodMs) => either((counters) => counters.takePermit(key, periodMs)),
    forget: (...keys) => either((counters) => counters.forget(...keys)),
  };
}
