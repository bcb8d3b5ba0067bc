import { describe, expect, it } from 'vitest';
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
