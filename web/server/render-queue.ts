export type RenderResult<Result> =
  | { ok: true; value: Result }
  | { ok: false; reason: 'late' }
  | { ok: false; reason: 'failed'; error: unknown };

/**
 * Returns a function that queues synchronous work. One job runs per turn of the event loop, so that health checks and
 * API responses are handled between two renderings.
 *
 * Load shedding: a job that has waited longer than `budgetMs` behind others does not run and resolves as `late`; the
 * caller sends the shell of the page, which costs nothing to render. A job that found the queue empty always runs, even
 * if the process was suspended meanwhile. With a budget of 0 no job runs.
 */
export function createRenderQueue(budgetMs: number, now: () => number = () => performance.now()) {
  const queue: (() => void)[] = [];
  let isRunning = false;

  function runNext(): void {
    const next = queue.shift();
    isRunning = next !== undefined;
    if (next === undefined) return;
    next();
    setImmediate(runNext);
  }

  return <Result>(work: () => Result): Promise<RenderResult<Result>> =>
    new Promise((resolve) => {
      const queuedAt = now();
      const isFirst = queue.length === 0;
      queue.push(() => {
        if (budgetMs <= 0 || (!isFirst && now() - queuedAt > budgetMs)) {
          resolve({ ok: false, reason: 'late' });
          return;
        }
        try {
          resolve({ ok: true, value: work() });
        } catch (error) {
          resolve({ ok: false, reason: 'failed', error });
        }
      });
      if (!isRunning) {
        isRunning = true;
        setImmediate(runNext);
      }
    });
}
