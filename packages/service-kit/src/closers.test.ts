import { describe, expect, it } from 'vitest';
import { ClosingError, createClosers } from './closers.ts';

describe('closers', () => {
  it('close what was opened last first, each after the one before it has closed', async () => {
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

  it('close the others when one of them fails, and report it', async () => {
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

  it('open nothing once closing has begun, and close what is open', async () => {
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

  it('close at once what is registered after closing has begun', async () => {
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
