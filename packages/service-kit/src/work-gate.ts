import { unavailable } from '@vidhi/contracts/errors.ts';

export interface WorkGate {
  /** Runs the work when its turn comes; throws 503 at once when the queue is full. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Lets a few costly pieces of work run at once and a few more wait, in the order in which they come; the rest is refused. */
export function createWorkGate(
  concurrency: number,
  queueLength: number,
  { retryAfterSeconds = 2 }: { retryAfterSeconds?: number } = {},
): WorkGate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= concurrency) {
        if (waiting.length >= queueLength) throw unavailable(retryAfterSeconds);
        // The one who leaves hands its place over, so the count stays as it is.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
