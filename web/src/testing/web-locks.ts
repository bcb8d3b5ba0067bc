type Work = (lock: object | null) => Promise<unknown>;

/** The Web Locks of a browser: one holder at a time, the others in order. */
export function createLocks() {
  let last: Promise<unknown> | null = null;
  return {
    async request(_name: string, options: { ifAvailable: true } | Work, work?: Work): Promise<unknown> {
      if (typeof options !== 'function' && last !== null) return work?.(null);
      const run = (typeof options === 'function' ? options : work) as Work;
      const before = last;
      const held = (async () => {
        await before;
        return run({});
      })();
      const settled: Promise<unknown> = held.then(
        () => void (last === settled && (last = null)),
        () => void (last === settled && (last = null)),
      );
      last = settled;
      return held;
    },
  };
}
