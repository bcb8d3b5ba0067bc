import { setImmediate as letOthersWork } from 'node:timers/promises';
import type { LiveModel } from '@vidhi/content-service/live/live-model.ts';
import { prepareNeutralOrders } from './neutral-order.ts';

/** Far below the day that an order is made ahead. */
const LOOK_MS = 10 * 60 * 1_000;

/** Has the neutral orders made before they are asked for, from the start and each day, until it is closed. */
export function keepNeutralOrders(
  { model, ready }: LiveModel,
  onFailure: (error: unknown) => void,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const pause = async (): Promise<void> => {
    closing.signal.throwIfAborted();
    await letOthersWork();
  };
  let running: Promise<void> | null = null;
  const look = (): void => {
    running ??= ready
      .then(() => prepareNeutralOrders(model, pause))
      .catch((error: unknown) => {
        if (!closing.signal.aborted) onFailure(error);
      })
      .finally(() => (running = null));
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      // A model that never became ready would keep this waiting for ever.
      await Promise.race([running, letOthersWork()]);
    },
  };
}
