import { setTimeout } from 'node:timers/promises';
import { setHealth, silentMs, takesRequests, type Instance } from './instance.ts';
import { couldNotConnect } from './upstream-error.ts';

const MAX_SILENCE_MS = 2_000;
/** A service without instances is expected back within this time: its processes are being restarted. */
const RESTART_MS = 10_000;
const MAX_WAITING = 256;
const WAIT_INTERVAL_MS = 25;

export interface InstanceSetOptions {
  /**
   * Time for which the last instance of a service still receives requests, and late responses are awaited, after its
   * probe got no response; 2 s by default.
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
  /** Returns whether another instance could take over a request of this one. */
  hasOther(instance: Instance): boolean;
  /**
   * Resolves with true once an instance takes requests, with false after `maxMs`. Resolves with false at once unless all
   * instances are being restarted: unreachable or not ready, after one has received a request within the last 10 s. At
   * most 256 requests wait.
   */
  waitForRestart(maxMs: number): Promise<boolean>;
  /** Marks the instance unreachable after a connection error; after any other error it requests a probe at once. */
  reportFailure(instance: Instance, error: unknown): void;
}

/** Creates a set; the health of its instances is maintained by `startProbes`. */
export function createInstanceSet(
  instances: readonly Instance[],
  { maxSilenceMs = MAX_SILENCE_MS, now = () => performance.now() }: InstanceSetOptions = {},
): InstanceSet {
  let nextIndex = 0;
  let lastPickedAt = -Infinity;
  let waiting = 0;

  function pick(excluded: readonly Instance[], isEligible: (instance: Instance) => boolean): Instance | null {
    for (let step = 0; step < instances.length; step += 1) {
      const instance = instances[(nextIndex + step) % instances.length];
      if (instance === undefined || excluded.includes(instance) || !isEligible(instance)) continue;
      nextIndex = (nextIndex + step + 1) % instances.length;
      lastPickedAt = now();
      return instance;
    }
    return null;
  }

  const areAllSilent = (): boolean =>
    instances.length > 1 && instances.every(({ health }) => health === 'unresponsive');

  const isAvailable = (): boolean =>
    instances.some((instance) => takesRequests(instance) || instance.health === 'slow');

  const isRestarting = (): boolean =>
    now() - lastPickedAt < RESTART_MS &&
    instances.some(({ health }) => health === 'unreachable' || health === 'notReady');

  async function waitForRestart(maxMs: number): Promise<boolean> {
    if (isAvailable() || !isRestarting() || waiting >= MAX_WAITING) return false;
    const endsAt = now() + maxMs;
    waiting += 1;
    try {
      while (!isAvailable()) {
        if (now() >= endsAt) return false;
        await setTimeout(WAIT_INTERVAL_MS);
      }
      return true;
    } finally {
      waiting -= 1;
    }
  }

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
    waitForRestart,
    reportFailure(instance, error) {
      if (couldNotConnect(error)) setHealth(instance, 'unreachable');
      instance.requestProbe();
    },
  };
}
