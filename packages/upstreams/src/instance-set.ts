import { silentMs, takesRequests, type Instance } from './instance.ts';
import { couldNotConnect } from './upstream-error.ts';

const MAX_SILENCE_MS = 2_000;

export interface InstanceSetOptions {
  /**
   * How long an instance that no other could replace is still asked, and waited for, after its probe got no response;
   * 2 s unless given.
   */
  maxSilenceMs?: number;
  /** In milliseconds; `performance.now` unless given. */
  now?: () => number;
}

/** The instances of one service. */
export interface InstanceSet {
  readonly instances: readonly Instance[];
  /** See `InstanceSetOptions`. */
  readonly maxSilenceMs: number;
  /**
   * The instance to ask next, round robin; null when none takes requests. While no instance is `ready`, one that
   * is only slow or has just fallen silent is better than none. Several instances that are all silent are still asked
   * in turn, as under Envoy's panic threshold: that they all hang at once is less likely than that the probes starve.
   */
  next(...excluded: readonly Instance[]): Instance | null;
  /** Whether another instance could take over a request of this one. */
  hasOther(instance: Instance): boolean;
  /** Takes the instance out if it could not be connected to; otherwise only a probe decides, at once. */
  reportFailure(instance: Instance, error: unknown): void;
}

export function createInstanceSet(
  instances: readonly Instance[],
  { maxSilenceMs = MAX_SILENCE_MS, now = () => performance.now() }: InstanceSetOptions = {},
): InstanceSet {
  let turn = 0;

  function pick(excluded: readonly Instance[], isEligible: (instance: Instance) => boolean): Instance | null {
    for (let step = 0; step < instances.length; step += 1) {
      const instance = instances[(turn + step) % instances.length];
      if (instance === undefined || excluded.includes(instance) || !isEligible(instance)) continue;
      turn = (turn + step + 1) % instances.length;
      return instance;
    }
    return null;
  }

  const areAllSilent = (): boolean =>
    instances.length > 1 && instances.every(({ health }) => health === 'unresponsive');

  return {
    instances,
    maxSilenceMs,
    next: (...excluded) =>
      pick(excluded, takesRequests) ??
      pick(excluded, ({ health }) => health === 'slow') ??
      pick(
        excluded,
        (instance) =>
          instance.health === 'unresponsive' && (areAllSilent() || silentMs(instance, now()) < maxSilenceMs),
      ),
    hasOther: (instance) =>
      instances.some((other) => other !== instance && (takesRequests(other) || other.health === 'slow')),
    reportFailure(instance, error) {
      if (couldNotConnect(error)) instance.health = 'unreachable';
      instance.requestProbe();
    },
  };
}
