import { setImmediate as letOthersWork } from 'node:timers/promises';
import type { LiveModel } from '@vidhi/content-service';
import { prepareNeutralOrders } from './neutral-order.ts';

/** Orders are prepared a day ahead, so any interval far below a day is enough. */
const CHECK_INTERVAL_MS = 10 * 60 * 1_000;

/** Precomputes the neutral orders from startup on and for each coming day, until closed. `onFailure` receives errors. */
export function keepNeutralOrders(
  { model, ready }: LiveModel,
  onFailure: (error: unknown) => void,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const yieldUnlessClosed = async (): Promise<void> => {
    closing.signal.throwIfAborted();
    await letOthersWork();
  };
  let running: Promise<void> | null = null;
  const prepare = (): void => {
    running ??= ready
      .then(() => prepareNeutralOrders(model, yieldUnlessClosed))
      .catch((error: unknown) => {
        if (!closing.signal.aborted) onFailure(error);
      })
      .finally(() => (running = null));
  };
  prepare();
  const timer = setInterval(prepare, CHECK_INTERVAL_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      // Does not wait for `running` alone: it never settles when the model never becomes ready.
      await Promise.race([running, letOthersWork()]);
    },
  };
}
