export type Turn<Result> =
  | { ok: true; value: Result }
  | { ok: false; reason: 'late' }
  | { ok: false; reason: 'failed'; error: unknown };

/**
 * Renders one page at a time with a breath between two, so that health checks and answers get through.
 * Work that waited longer than the budget is not begun: its page goes out as a shell, which costs nothing,
 * and a crowd is served instead of being kept waiting. Who has nobody ahead is never late, however slow the
 * machine is; a budget of 0 renders nothing at all.
 */
export function createRenderQueue(budgetMs: number, now: () => number = () => performance.now()) {
  const waiting: (() => void)[] = [];
  let isRunning = false;

  function runNext(): void {
    const next = waiting.shift();
    isRunning = next !== undefined;
    if (next === undefined) return;
    next();
    setImmediate(runNext);
  }

  return <Result>(work: () => Result): Promise<Turn<Result>> =>
    new Promise((resolve) => {
      const asked = now();
      const hasCompany = waiting.length > 0;
      waiting.push(() => {
        if (budgetMs <= 0 || (hasCompany && now() - asked > budgetMs)) {
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
