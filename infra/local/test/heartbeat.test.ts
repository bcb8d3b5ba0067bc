import { describe, expect, it } from 'vitest';
import { watchHeartbeat, type ProbeResult, type Scheduling } from '../src/heartbeat.mjs';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

const PROBE_MS = 2_000;

interface Watched {
  clock: FakeClock;
  /** Returns whether the process responds to a probe. */
  responds: () => ProbeResult;
  /** Scheduling statistics of the process. */
  scheduling?: () => Partial<Scheduling>;
  /** Lateness of the watching process's timers. */
  latenessMs?: () => number;
  sparesBusy?: boolean;
  probeEveryMs?: number;
}

/**
 * Watches for this number of probes; resolves with the time since the last response if it was hung, else
 * undefined.
 */
async function watch(
  {
    clock,
    responds,
    scheduling = () => ({}),
    latenessMs = () => 0,
    sparesBusy = false,
    probeEveryMs,
  }: Watched,
  probes: number,
): Promise<number | undefined> {
  const ended = new AbortController();
  let count = 0;
  return watchHeartbeat({
    pid: 1,
    hungAfterMs: 3_500,
    sparesBusy,
    ...(probeEveryMs === undefined ? {} : { probeEveryMs }),
    signal: ended.signal,
    now: clock.now,
    probe: async () => {
      count += 1;
      if (count > probes) ended.abort();
      const result = responds();
      if (result === false) clock.skip(PROBE_MS + latenessMs());
      return result;
    },
    sleep: async (ms) => clock.skip(ms),
    schedulingOf: () => ({ ranMs: 0, waitedMs: 0, isBlockedOnDisk: false, ...scheduling() }),
  });
}

describe('the heartbeat', () => {
  it('reports a process that stops responding as hung, within seconds', async () => {
    const clock = createFakeClock();
    const responds = (): boolean => clock.now() < 10_000;
    const silentMs = await watch({ clock, responds }, 100);
    expect(silentMs).toBeGreaterThanOrEqual(5_000);
    expect(silentMs).toBeLessThan(8_000);
  });

  it('does not report one that responds again in between', async () => {
    const clock = createFakeClock();
    let probe = 0;
    const responds = (): boolean => (probe += 1) % 3 === 0;
    expect(await watch({ clock, responds }, 200)).toBeUndefined();
  });

  it('probes one that responds at its own interval, and after a missed probe each second', async () => {
    const clock = createFakeClock();
    const probedAt: number[] = [];
    const responds = (): ProbeResult => {
      probedAt.push(clock.now());
      return probedAt.length === 4 ? 'refused' : true;
    };
    await watch({ clock, responds, probeEveryMs: 5_000 }, 6);
    const pauses = probedAt.slice(1).map((at, before) => at - Number(probedAt[before]));
    expect(pauses.slice(0, 5)).toEqual([5_000, 5_000, 5_000, 1_000, 5_000]);
  });

  it('gives one that closes the time to finish its requests', async () => {
    const clock = createFakeClock();
    const responds = (): ProbeResult => (clock.now() < 10_000 ? true : 'refused');
    expect(await watch({ clock, responds }, 30)).toBeUndefined();
  });

  it('reports one that refuses connections and does not end', async () => {
    const clock = createFakeClock();
    expect(await watch({ clock, responds: () => 'refused' }, 100)).toBeGreaterThan(20_000);
  });

  it('does not report one whose threads wait for a CPU all the time', async () => {
    const clock = createFakeClock();
    const scheduling = (): Partial<Scheduling> => ({ waitedMs: clock.now() * 0.98 });
    expect(await watch({ clock, responds: () => false, scheduling }, 20)).toBeUndefined();
  });

  it('reports one that uses CPU all the time, unless sparesBusy is set', async () => {
    const clock = createFakeClock();
    const scheduling = (): Partial<Scheduling> => ({ ranMs: clock.now() });
    const watched = { clock, responds: () => false, scheduling };
    expect(await watch(watched, 20)).toBeDefined();
    expect(await watch({ ...watched, sparesBusy: true }, 20)).toBeUndefined();
  });

  it('does not report one that waits for the disk', async () => {
    const clock = createFakeClock();
    const scheduling = (): Partial<Scheduling> => ({ isBlockedOnDisk: true });
    expect(await watch({ clock, responds: () => false, scheduling }, 20)).toBeUndefined();
  });

  it('counts no time while the timers of the watching process are late', async () => {
    const clock = createFakeClock();
    expect(await watch({ clock, responds: () => false, latenessMs: () => 4_000 }, 20)).toBeUndefined();
  });

  it('stops watching a process that has ended', async () => {
    const clock = createFakeClock();
    const ended = new AbortController();
    const gone = watchHeartbeat({
      pid: 1,
      hungAfterMs: 1,
      signal: ended.signal,
      now: clock.now,
      probe: async () => false,
      sleep: async (ms) => clock.skip(ms),
      schedulingOf: () => undefined,
    });
    expect(await gone).toBeUndefined();
  });
});
