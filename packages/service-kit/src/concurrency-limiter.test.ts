import { afterEach, describe, expect, it, vi } from 'vitest';
import { createConcurrencyLimiter, type Lane } from './concurrency-limiter.ts';

/** Tasks that end when `end` is called with their name. */
function controlledTasks() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

describe('a concurrency limiter', () => {
  it('runs tasks up to the limit, and queued ones in order', async () => {
    const { started, work, end } = controlledTasks();
    const limiter = createConcurrencyLimiter(2, 5);
    const all = ['a', 'b', 'c', 'd'].map((name) => limiter.run(work(name)));
    expect(started).toEqual(['a', 'b']);
    end('b');
    await all[1];
    await expect.poll(() => started).toEqual(['a', 'b', 'c']);
    end('a');
    await expect.poll(() => started).toEqual(['a', 'b', 'c', 'd']);
    end('c');
    end('d');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects with 503 and retryAfterSeconds when the queue is full', async () => {
    const { started, work, end } = controlledTasks();
    const limiter = createConcurrencyLimiter(1, 1, { retryAfterSeconds: 7 });
    const accepted = [limiter.run(work('a')), limiter.run(work('b'))];
    await expect(limiter.run(work('c'))).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 7,
    });
    end('a');
    await accepted[0];
    await expect.poll(() => started).toEqual(['a', 'b']);
    end('b');
    expect(await Promise.all(accepted)).toEqual(['a', 'b']);
  });

  it('runs the next task after one has failed', async () => {
    const limiter = createConcurrencyLimiter(1, 1);
    const failing = limiter.run(() => Promise.reject(new Error('broken')));
    const next = limiter.run(() => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
    expect(await limiter.run(() => Promise.resolve('again'))).toBe('again');
  });

  describe('with a pause', () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    it('leaves the place of a task empty for that time, and resolves at once', async () => {
      vi.useFakeTimers();
      const { started, work, end } = controlledTasks();
      const limiter = createConcurrencyLimiter(1, 5, { pause: { longestMs: 200, sumMs: 900 } });
      const first = limiter.run(work('a'));
      const second = limiter.run(work('b'));
      end('a');
      expect(await first).toBe('a');
      await vi.advanceTimersByTimeAsync(199);
      expect(started).toEqual(['a']);
      await vi.advanceTimersByTimeAsync(1);
      expect(started).toEqual(['a', 'b']);
      end('b');
      expect(await second).toBe('b');
    });

    it('is shorter when many wait', async () => {
      vi.useFakeTimers();
      const { started, work, end } = controlledTasks();
      const limiter = createConcurrencyLimiter(1, 5, { pause: { longestMs: 200, sumMs: 300 } });
      const names = ['a', 'b', 'c', 'd'];
      const tasks = names.map((name) => limiter.run(work(name)));
      for (const [index, pauseMs] of [100, 150, 200].entries()) {
        end(names[index] ?? '');
        await tasks[index];
        await vi.advanceTimersByTimeAsync(pauseMs - 1);
        expect(started).toEqual(names.slice(0, index + 1));
        await vi.advanceTimersByTimeAsync(1);
        expect(started).toEqual(names.slice(0, index + 2));
      }
      end('d');
      expect(await tasks[3]).toBe('d');
    });
  });

  it('fills every second place from the reserved lane, however many wait in the other', async () => {
    const limiter = createConcurrencyLimiter(1, 4);
    const order: string[] = [];
    const run = (name: string, lane?: Lane) => limiter.run(async () => void order.push(name), lane);
    await Promise.all([
      ...['o1', 'o2', 'o3', 'o4', 'o5'].map((name) => run(name)),
      ...['r1', 'r2', 'r3'].map((name) => run(name, 'reserved')),
    ]);
    expect(order).toEqual(['o1', 'r1', 'o2', 'r2', 'o3', 'r3', 'o4', 'o5']);
  });

  it('has places for the reserved lane, which tasks of the other neither take nor delay', async () => {
    const { started, work, end } = controlledTasks();
    const limiter = createConcurrencyLimiter(1, 4, { reservedPlaces: 1 });
    const [first] = [limiter.run(work('o1')), limiter.run(work('o2'))];
    const reserved = ['r1', 'r2'].map((name) => limiter.run(work(name), 'reserved'));
    expect(started).toEqual(['o1', 'r1']);
    end('r1');
    await reserved[0];
    await expect.poll(() => started).toEqual(['o1', 'r1', 'r2']);
    end('r2');
    await reserved[1];
    expect(started).not.toContain('o2');
    end('o1');
    await first;
    await expect.poll(() => started).toContain('o2');
    end('o2');
  });
});
