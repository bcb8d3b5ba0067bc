import { silentMs, takesRequests, type Instance } from './instance.ts';
import { couldNotConnect } from './upstream-error.ts';

const MAX_SILENCE_MS = 2_000;

export interface InstanceSetOptions {
  /**
   * How long the last instance of a service still receives requests, and late responses are awaited, after its probe got
   * no response; 2 s by default.
   */
  maxSilenceMs?: number;
  /** Clock in milliseconds; `performance.now` by default. */
  now?: () => number;
}

/** The instances of one service, with round-robin load balancing. */
export interface InstanceSet {
  readonly instances: readonly Instance[];
  /** See `InstanceSetOptions`. */
  readonly maxSilenceMs: number;
  /**
   * Returns the next instance, round robin; null when none takes requests. Without a `ready` instance it returns a `slow`
   * one, then one that has only just become unresponsive. Several instances that are all unresponsive still receive
   * requests, as with Envoy's panic threshold: it is less likely that all hang at once than that the probes starve.
   */
  next(...excluded: readonly Instance[]): Instance | null;
  /** Whether another instance could take over a request of this one. */
  hasOther(instance: Instance): boolean;
  /** Marks the instance unreachable after a connection error; after any other error it requests a probe at once. */
  reportFailure(instance: Instance, error: unknown): void;
}

/** Creates a set; the health of its instances is maintained by `startProbes`. */
export function createInstanceSet(
  instances: readonly Instance[],
  { maxSilenceMs = MAX_SILENCE_MS, now = () => performance.now() }: InstanceSetOptions = {},
): InstanceSet {
  let nextIndex = 0;

  function pick(excluded: readonly Instance[], isEligible: (instance: Instance) => boolean): Instance | null {
    for (let step = 0; step < instances.length; step += 1) {
      const instance = instances[(nextIndex + step) % instances.length];
      if (instance === undefined || excluded.includes(instance) || !isEligible(instance)) continue;
      nextIndex = (nextIndex + step + 1) % instances.length;
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
