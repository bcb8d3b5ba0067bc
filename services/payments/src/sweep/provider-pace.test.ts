import { describe, expect, it } from 'vitest';
import { createProviderPace } from './provider-pace.ts';

/** Creates a pace of five calls a second whose pauses move its own clock. */
function aPace() {
  let now = 1_000;
  const pauses: number[] = [];
  const pace = createProviderPace({
    callsPerSecond: 5,
    now: () => now,
    async pause(ms) {
      pauses.push(ms);
      now += ms;
    },
  });
  return { pace, pauses };
}

describe('the calls of the sweep', () => {
  it('are made at most five a second', async () => {
    const { pace, pauses } = aPace();
    for (let call = 0; call < 4; call += 1) await pace.takePermit();
    expect(pauses).toEqual([200, 200, 200]);
  });

  it('wait twice as long after each 429, and not after a response', async () => {
    const { pace, pauses } = aPace();
    for (let call = 0; call < 9; call += 1) {
      await pace.takePermit();
      pace.throttled();
    }
    await pace.takePermit();
    pace.responded();
    await pace.takePermit();
    pace.throttled();
    await pace.takePermit();
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 200, 1_000]);
  });
});
