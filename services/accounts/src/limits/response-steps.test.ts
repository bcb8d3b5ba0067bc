import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSteps } from './response-steps.ts';

describe('startSteps', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    [0, 250],
    [70, 180],
    [249, 1],
    [260, 240],
    [620, 130],
  ])('waits for the end of the step after %i ms of work', async (workMs, waitMs) => {
    const pause = vi.fn(async () => undefined);
    const endOfStep = startSteps(250, pause);
    vi.advanceTimersByTime(workMs);
    await endOfStep();
    expect(pause).toHaveBeenCalledExactlyOnceWith(waitMs);
  });

  it('waits for nothing without a duration', async () => {
    const pause = vi.fn(async () => undefined);
    await startSteps(0, pause)();
    expect(pause).not.toHaveBeenCalled();
  });
});
