import { describe, expect, it } from 'vitest';
import { countersWithFallback, inProcessCounters, type AttemptCounters } from './attempt-counters.ts';
import { attemptCountersContract } from './attempt-counters-contract.ts';

describe('inProcessCounters', () => {
  attemptCountersContract(() => inProcessCounters());

  it('starts again when the window has ended', async () => {
    let now = 0;
    const counters = inProcessCounters(1, () => now);
    await counters.hit('a', 1_000);
    await counters.takePermit('t', 1_000);
    now = 1_000;
    expect(await counters.hit('a', 1_000)).toEqual({ count: 1, endsAt: 2_000 });
    expect((await counters.takePermit('t', 1_000)).taken).toBe(true);
  });

  it('takes only its share of a budget', async () => {
    const counters = inProcessCounters(4);
    expect((await counters.hit('a', 1_000)).count).toBe(4);
    expect((await counters.hit('a', 1_000)).count).toBe(8);
  });
});

describe('countersWithFallback', () => {
  it('counts here while the first fails, and reports that', async () => {
    const unavailable = async () => {
      throw new Error('redis is away');
    };
    const broken: AttemptCounters = {
      hit: unavailable,
      release: unavailable,
      takePermit: unavailable,
      forget: unavailable,
    };
    const failures: unknown[] = [];
    const counters = countersWithFallback(broken, inProcessCounters(), (error) => failures.push(error));
    await counters.hit('a', 60_000);
    expect((await counters.hit('a', 60_000)).count).toBe(2);
    await counters.release('a');
    expect((await counters.takePermit('t', 60_000)).taken).toBe(true);
    await counters.forget('a', 't');
    expect((await counters.hit('a', 60_000)).count).toBe(1);
    expect(failures).toHaveLength(6);
  });
});
