import { describe, expect, it } from 'vitest';
import { createClosers } from './closers.ts';
import { createLogger } from './logging.ts';
import { prepareDatabase } from './preparation.ts';

const log = createLogger('test', 'silent');
const available = { connected: Promise.resolve() };

describe('preparing a database', () => {
  it('is retried until it succeeds, and then opens the parts that need it', async () => {
    const opened = Promise.withResolvers<void>();
    let failures = 2;
    const preparation = prepareDatabase(
      { closers: createClosers(), log },
      {
        database: available,
        async prepare(report) {
          report('creating indexes');
          failures -= 1;
          if (failures >= 0) throw new Error('away');
        },
        onPrepared: opened.resolve,
      },
    );
    expect([preparation.isDone(), preparation.check().ok]).toEqual([false, false]);
    await opened.promise;
    expect([preparation.isDone(), preparation.check()]).toEqual([true, { ok: true }]);
  });

  it('reports the current step', () => {
    const { promise: connected } = Promise.withResolvers<void>();
    const preparation = prepareDatabase(
      { closers: createClosers(), log },
      { database: { connected }, prepare: async () => undefined, onPrepared: () => undefined },
    );
    expect(preparation.check()).toEqual({ ok: false, detail: 'waiting for the database' });
  });

  it('begins when what must end first has ended', async () => {
    const { promise: after, resolve } = Promise.withResolvers<void>();
    const { promise: done, resolve: onPrepared } = Promise.withResolvers<void>();
    const steps: string[] = [];
    const preparation = prepareDatabase(
      { closers: createClosers(), log },
      { database: available, after, prepare: async () => void steps.push('indexes'), onPrepared },
    );
    await new Promise(setImmediate);
    expect([steps, preparation.check()]).toEqual([[], { ok: false, detail: 'waiting for the data' }]);
    resolve();
    await done;
    expect(steps).toEqual(['indexes']);
  });

  it('opens nothing when the process closes while the database is being prepared', async () => {
    const closers = createClosers();
    const running = Promise.withResolvers<void>();
    const prepared = Promise.withResolvers<void>();
    let opened = 0;
    const preparation = prepareDatabase(
      { closers, log },
      {
        database: available,
        async prepare() {
          running.resolve();
          await prepared.promise;
        },
        onPrepared: () => void (opened += 1),
      },
    );
    await running.promise;
    const closed = closers.closeAll();
    prepared.resolve();
    await closed;
    await new Promise(setImmediate);
    expect([opened, preparation.isDone()]).toEqual([0, false]);
  });
});
