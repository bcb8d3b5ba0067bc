import { setImmediate as letOthersWork } from 'node:timers/promises';
import type { LiveModel } from '@vidhi/content-service';
import { isFulfilledBefore } from '@vidhi/service-kit/retry.ts';
import { prepareNeutralOrders } from './neutral-order.ts';

/** Creates the task that computes missing neutral orders once the model is ready; it ends early when `signal` is aborted. */
export const createPrepareOrders =
  ({ model, ready }: LiveModel, signal: AbortSignal): (() => Promise<void>) =>
  async () => {
    if (!(await isFulfilledBefore(ready, signal))) return;
    await prepareNeutralOrders(model, async () => {
      signal.throwIfAborted();
      await letOthersWork();
    }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
