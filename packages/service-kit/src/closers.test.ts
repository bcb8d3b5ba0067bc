import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClosingError, createClosers } from './closers.ts';

describe('closers', () => {
  it('close one after the other in reverse order of opening', async () => {
    const closers = createClosers();
    const order: string[] = [];
    const slow = Promise.withResolvers<void>();
    closers.add('database', () => order.push('database'));
    closers.add('model', async () => {
      await slow.promise;
      order.push('model');
    });
    const closed = closers.closeAll();
    expect(order).toEqual([]);
    slow.resolve();
    await closed;
    expect(order).toEqual(['model', 'database']);
  });

  it('report a failure and close the others', async () => {
    const failures: string[] = [];
    const closers = createClosers((name, error) => failures.push(`${name}: ${String(error)}`));
    const order: string[] = [];
    closers.add('database', () => order.push('database'));
    closers.add('relay', () => {
      throw new Error('no broker');
    });
    await closers.closeAll();
    expect([order, failures]).toEqual([['database'], ['relay: Error: no broker']]);
  });

  it('open nothing once closing has begun, and close the open resources', async () => {
    const closers = createClosers();
    const order: string[] = [];
    const part = (name: string) => () => {
      order.push(`opened ${name}`);
      return { close: () => order.push(`closed ${name}`) };
    };
    closers.open('database', part('database'));
    closers.beginClosing();
    expect(closers.signal.aborted).toBe(true);
    expect(() => closers.open('consumer', part('consumer'))).toThrow(ClosingError);
    expect(order).toEqual(['opened database']);
    await closers.closeAll();
    expect(order).toEqual(['opened database', 'closed database']);
  });

  it('close at once a resource that is registered after closing has begun', async () => {
    const closers = createClosers();
    const order: string[] = [];
    closers.add('database', () => {
      closers.add('late', () => order.push('late'));
      order.push('database');
    });
    await closers.closeAll();
    closers.add('later', () => order.push('later'));
    await closers.closeAll();
    expect(order).toEqual(['database', 'late', 'later']);
    expect(closers.isClosing).toBe(true);
  });
});

describe('a repeated task', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs at each interval, and at once if that is set, until closing begins', async () => {
    const closers = createClosers();
    const runs: string[] = [];
    closers.every('sweep', 1_000, () => runs.push('sweep'));
    closers.every('check', 1_000, () => runs.push('check'), { atOnce: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toEqual(['check']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(runs).toEqual(['check', 'sweep', 'check', 'sweep', 'check']);
    closers.beginClosing();
    await vi.advanceTimersByTimeAsync(2_000);
    await closers.closeAll();
    expect(runs).toHaveLength(5);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not run beside itself, and is awaited by closing', async () => {
    const closers = createClosers();
    const order: string[] = [];
    const slow = Promise.withResolvers<void>();
    closers.add('database', () => order.push('database closed'));
    closers.every('sweep', 1_000, async () => {
      order.push('begun');
      await slow.promise;
      order.push('ended');
    });
    await vi.advanceTimersByTimeAsync(3_000);
    const closed = closers.closeAll();
    slow.resolve();
    await closed;
    expect(order).toEqual(['begun', 'ended', 'database closed']);
  });

  it('reports a failure, and runs again', async () => {
    const failures: string[] = [];
    const closers = createClosers(
      () => undefined,
      (name, error) => failures.push(`${name}: ${String(error)}`),
    );
    closers.every('sweep', 1_000, () => {
      throw new Error('no database');
    });
    closers.every('check', 1_000, () => Promise.reject(new Error('no service')));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(failures).toEqual([
      'sweep: Error: no database',
      'check: Error: no service',
      'sweep: Error: no database',
      'check: Error: no service',
    ]);
    await closers.closeAll();
  });

  it('does not start once everything is closed', async () => {
    const closers = createClosers();
    await closers.closeAll();
    const task = vi.fn();
    closers.every('sweep', 1_000, task, { atOnce: true });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(task).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
