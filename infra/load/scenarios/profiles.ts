import type { Scenario } from 'k6/options';

/** Scenario with a constant rate. Rates are iterations, that is actions of visitors, per second. */
const steady = (rate: number, duration: string): Scenario => ({
  executor: 'constant-arrival-rate',
  rate,
  timeUnit: '1s',
  duration,
  preAllocatedVUs: Math.ceil(rate / 4) + 5,
  maxVUs: rate * 4 + 20,
});

const stages = (
  startRate: number,
  steps: readonly (readonly [target: number, duration: string])[],
): Scenario => {
  const highest = Math.max(startRate, ...steps.map(([target]) => target));
  return {
    executor: 'ramping-arrival-rate',
    startRate,
    timeUnit: '1s',
    stages: steps.map(([target, duration]) => ({ target, duration })),
    preAllocatedVUs: Math.ceil(highest / 4) + 5,
    maxVUs: highest * 4 + 20,
  };
};

/**
 * `rate` scales all profiles: 1 is for two cores that the load generator shares. `duration` replaces the time of the steady
 * profiles.
 */
export function profileOf(name: string, rate: number, duration?: string): Scenario {
  const per = (value: number): number => Math.max(1, Math.round(value * rate));
  const profiles: Record<string, () => Scenario> = {
    /** Checks that every action works, at a low rate. */
    smoke: () => steady(per(5), duration ?? '30s'),
    /** An ordinary busy hour. */
    load: () => steady(per(40), duration ?? '10m'),
    /** Rises until the thresholds break. */
    stress: () =>
      stages(per(20), [
        [per(60), '2m'],
        [per(120), '2m'],
        [per(240), '2m'],
        [per(480), '2m'],
        [per(20), '1m'],
      ]),
    /** A front page of another site links here. */
    spike: () =>
      stages(per(10), [
        [per(10), '1m'],
        [per(250), '10s'],
        [per(250), '1m'],
        [per(10), '10s'],
        [per(10), '2m'],
      ]),
    /** Leaks of memory, connections and disk. */
    soak: () => steady(per(25), duration ?? '4h'),
  };
  const profile = profiles[name];
  if (profile === undefined)
    throw new Error(`There is no profile ${name}: ${Object.keys(profiles).join(', ')}`);
  return profile();
}
