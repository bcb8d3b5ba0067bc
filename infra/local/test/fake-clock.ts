/** A clock that a test moves: waiting code goes on when its time has come, and nothing depends on the machine's speed. */
export interface FakeClock {
  now: () => number;
  delay: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Lets the time pass until the next wait ends, and answers how long that was; 0 when nobody waits. */
  next: () => Promise<number>;
  /** Lets the given time pass without waking anybody, as when the process is suspended. */
  skip: (ms: number) => void;
}

interface Wait {
  until: number;
  wake: () => void;
}

/** Gives promises the chance to run their reactions. */
export const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export function createFakeClock(): FakeClock {
  let now = 0;
  let waits: Wait[] = [];
  return {
    now: () => now,
    delay: (ms, signal) =>
      new Promise((resolve, reject) => {
        const wait: Wait = { until: now + ms, wake: resolve };
        waits.push(wait);
        signal?.addEventListener('abort', () => {
          waits = waits.filter((other) => other !== wait);
          reject(new Error('aborted'));
        });
      }),
    async next() {
      await settle();
      const [first] = waits.toSorted((a, b) => a.until - b.until);
      if (first === undefined) return 0;
      const passed = Math.max(0, first.until - now);
      now += passed;
      waits = waits.filter((wait) => wait !== first);
      first.wake();
      await settle();
      return passed;
    },
    skip: (ms) => (now += ms),
  };
}
