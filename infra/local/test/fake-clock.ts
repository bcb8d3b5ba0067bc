/** A clock that a test advances, so that nothing depends on the machine's speed. */
export interface FakeClock {
  now: () => number;
  delay: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Advances to the end of the next delay and resolves with its length; 0 when there is none. */
  next: () => Promise<number>;
  /** Advances by this time without ending a delay, as when the process is suspended. */
  skip: (ms: number) => void;
}

interface Wait {
  until: number;
  wake: () => void;
}

/** Lets pending promise callbacks run. */
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
