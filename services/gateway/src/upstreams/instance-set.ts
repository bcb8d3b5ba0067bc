import type { Instance } from './instance.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

/** The instances of one service, asked in turn; those that fail are passed over for a moment. */
export interface InstanceSet {
  readonly instances: readonly Instance[];
  /** The next well instance, or null when none is. `except` is one that has just failed. */
  next(except?: Instance): Instance | null;
  /** It did not answer at all. */
  reportFailure(instance: Instance): void;
  reportSuccess(instance: Instance): void;
}

/** A failed instance is asked again after a pause that doubles, by one request at a time. */
export function createInstanceSet(instances: readonly Instance[], now: () => number = Date.now): InstanceSet {
  let turn = 0;
  return {
    instances,
    next(except) {
      const [only] = instances;
      // Nobody could stand in for it, so it is asked each time and is back as soon as it answers.
      if (instances.length === 1 && only !== undefined) return only === except ? null : only;
      for (let step = 0; step < instances.length; step += 1) {
        const instance = instances[(turn + step) % instances.length];
        if (instance === undefined || instance === except) continue;
        if (instance.downUntil !== 0) {
          if (instance.downUntil > now()) continue;
          // Let one request find out; others go on passing it over meanwhile.
          instance.downUntil = now() + FIRST_PAUSE_MS;
        }
        turn = (turn + step + 1) % instances.length;
        return instance;
      }
      return null;
    },
    reportFailure(instance) {
      instance.failuresInARow += 1;
      const pause = Math.min(
        LONGEST_PAUSE_MS,
        FIRST_PAUSE_MS * 2 ** Math.min(instance.failuresInARow - 1, 8),
      );
      instance.downUntil = now() + pause;
    },
    reportSuccess(instance) {
      if (instance.failuresInARow === 0 && instance.downUntil === 0) return;
      instance.failuresInARow = 0;
      instance.downUntil = 0;
    },
  };
}
