import { describe, expect, it } from 'vitest';
import { backoffMs, pauseFor, retryForever, retryTransient } from './retry.ts';

const FAST = { firstMs: 1, maxMs: 2 };

/** Fails `times` times, each with an error of its own, then returns its number of calls. */
function failing(times: number, errorOf = (call: number) => new Error(`failure ${call}`)) {
  let calls = 0;
  return async (): Promise<number> => {
    calls += 1;
    if (calls <= times) throw errorOf(calls);
    return calls;
  };
}

describe('retryForever', () => {
  it('resolves with its first success and reports each failure before it', async () => {
    const failures: unknown[] = [];
    const { signal } = new AbortController();
    const result = await retryForever(failing(3), {
      ...FAST,
      signal,
      onFailure: (error) => failures.push(error instanceof Error ? error.message : error),
    });
    expect([result, failures]).toEqual([4, ['failure 1', 'failure 2', 'failure 3']]);
  });

  it('retries after a TypeError too', async () => {
    const { signal } = new AbortController();
    const attempt = failing(2, () => new TypeError('reading a property of undefined'));
    expect(await retryForever(attempt, { ...FAST, signal })).toBe(3);
  });

  it('resolves null when aborted in a pause', async () => {
    const closing = new AbortController();
    const attempt = failing(Number.POSITIVE_INFINITY);
    const result = await retryForever(attempt, {
      firstMs: 3_600_000,
      maxMs: 3_600_000,
      signal: closing.signal,
      onFailure: () => setImmediate(() => closing.abort()),
    });
    expect(result).toBeNull();
  });

  it('resolves null when aborted during an attempt that succeeds', async () => {
    const closing = new AbortController();
    const result = await retryForever(
      async () => {
        closing.abort();
        return 'prepared';
      },
      { ...FAST, signal: closing.signal },
    );
    expect(result).toBeNull();
  });

  it('does not start when already aborted', async () => {
    let calls = 0;
    const result = await retryForever(
      async () => {
        calls += 1;
      },
      { ...FAST, signal: AbortSignal.abort() },
    );
    expect([result, calls]).toEqual([null, 0]);
  });
});

describe('retryTransient', () => {
  it('rejects with the last failure when the retries are used up', async () => {
    const result = retryTransient(failing(5), { ...FAST, retries: 2, isTransient: () => true });
    await expect(result).rejects.toThrow('failure 3');
  });

  it('rejects with the first failure that is not transient', async () => {
    const isTransient = (error: unknown): boolean => error instanceof Error && error.message !== 'failure 2';
    const result = retryTransient(failing(5), { ...FAST, retries: 9, isTransient });
    await expect(result).rejects.toThrow('failure 2');
  });
});

describe('a pause', () => {
  it('doubles from the first to the longest', () => {
    const limits = { firstMs: 100, maxMs: 2_000 };
    const pauses = [0, 1, 2, 3, 4, 5, 5_000].map((attempt) => backoffMs(attempt, limits));
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000]);
  });

  it('ends when the signal is aborted', async () => {
    const closing = new AbortController();
    const paused = pauseFor(3_600_000, closing.signal);
    closing.abort();
    await expect(paused).resolves.toBeUndefined();
  });
});
