import { expect, it } from 'vitest';
import type { AttemptCounters } from './attempt-counters.ts';

const WINDOW_MS = 60_000;

/** Contract tests of attempt counters. */
export function attemptCountersContract(make: () => AttemptCounters): void {
  it('counts each of many concurrent attempts once', async () => {
    const counters = make();
    const hits = await Promise.all(Array.from({ length: 50 }, () => counters.hit('a', WINDOW_MS)));
    expect(hits.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect((await counters.hit('b', WINDOW_MS)).count).toBe(1);
  });

  it('returns the end of the window, and does not move it', async () => {
    const counters = make();
    const before = Date.now();
    const { endsAt } = await counters.hit('a', WINDOW_MS);
    expect(endsAt).toBeGreaterThan(before + WINDOW_MS - 5_000);
    expect(endsAt).toBeLessThanOrEqual(Date.now() + WINDOW_MS);
    const again = await counters.hit('a', WINDOW_MS * 10);
    expect(again.endsAt).toBeLessThanOrEqual(Date.now() + WINDOW_MS);
  });

  it('releases an attempt, but starts no window by it', async () => {
    const counters = make();
    await counters.hit('a', WINDOW_MS);
    await counters.release('a');
    expect((await counters.hit('a', WINDOW_MS)).count).toBe(1);
    await counters.release('never-seen');
    expect((await counters.hit('never-seen', WINDOW_MS)).count).toBe(1);
  });

  it('admits one of many concurrent requests', async () => {
    const counters = make();
    const permits = await Promise.all(Array.from({ length: 20 }, () => counters.takePermit('t', WINDOW_MS)));
    expect(permits.filter(({ taken }) => taken)).toHaveLength(1);
    for (const { nextAt } of permits) expect(nextAt).toBeGreaterThan(Date.now());
  });

  it('forgets', async () => {
    const counters = make();
    await counters.hit('a', WINDOW_MS);
    await counters.takePermit('t', WINDOW_MS);
    await counters.forget('a', 't');
    expect((await counters.hit('a', WINDOW_MS)).count).toBe(1);
    expect((await counters.takePermit('t', WINDOW_MS)).taken).toBe(true);
  });
}
