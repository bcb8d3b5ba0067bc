import { afterEach, describe, expect, it } from 'vitest';
import { freshQueuePrefix, testEngines } from '@vidhi/testing/engines.ts';
import { createSweptQueue, type SweptJob, type SweptQueue, type SweptQueueOptions } from './swept-queue.ts';

interface Task {
  name: string;
}
const NEVER_MS = 600_000;
const jobOf = (name: string, attempt = 0): SweptJob<Task> => ({
  id: `task-${name}-${attempt}`,
  data: { name },
});

let queue: SweptQueue<Task>;
let warnings: string[];
afterEach(() => queue.close());

function aQueue(options: Partial<SweptQueueOptions<Task>> & Pick<SweptQueueOptions<Task>, 'work'>) {
  warnings = [];
  queue = createSweptQueue<Task>({
    name: 'tests',
    what: 'tasks',
    redisUrl: testEngines().redisUrl,
    prefix: freshQueuePrefix(),
    concurrency: 1,
    sweepMs: NEVER_MS,
    closeMs: 5_000,
    findDue: async () => [],
    log: { warn: (_fields: unknown, message?: string) => void warnings.push(message ?? '') },
    ...options,
  });
  return queue;
}

describe('a swept queue', () => {
  it('does what is due when it starts, what is added, and what is due at each sweep', async () => {
    const done: string[] = [];
    const due = new Set(['a']);
    const { start, add, sweep } = aQueue({
      findDue: async () => [...due].map((name) => jobOf(name)),
      work: async ({ name }) => {
        due.delete(name);
        done.push(name);
      },
    });
    await add([jobOf('before')]);
    start();
    await expect.poll(() => done).toEqual(['a']);
    await add([jobOf('b')]);
    await expect.poll(() => done).toEqual(['a', 'b']);
    due.add('c');
    await sweep();
    await expect.poll(() => done).toEqual(['a', 'b', 'c']);
    expect(warnings).toEqual([]);
  });

  it('does a task once, however often it is found before it is done', async () => {
    const begun: string[] = [];
    const first = Promise.withResolvers<void>();
    const { start, sweep } = aQueue({
      findDue: async () => [jobOf('a'), jobOf('b')],
      work: async ({ name }) => {
        begun.push(name);
        await first.promise;
      },
    });
    start();
    await expect.poll(() => begun).toHaveLength(1);
    await sweep();
    await sweep();
    first.resolve();
    await expect.poll(() => begun).toHaveLength(2);
    expect(begun.toSorted()).toEqual(['a', 'b']);
  });

  it('sweeps again when it has done all of a full sweep', async () => {
    const due = ['a', 'b', 'c', 'd', 'e'];
    const done: string[] = [];
    const { start } = aQueue({
      fullSweep: 2,
      findDue: async () =>
        due
          .filter((name) => !done.includes(name))
          .slice(0, 2)
          .map((name) => jobOf(name)),
      work: async ({ name }) => void done.push(name),
    });
    start();
    await expect.poll(() => done.toSorted()).toEqual(due);
  });

  it('reports a job and a sweep that fail, and goes on', async () => {
    const done: string[] = [];
    let isFailing = true;
    const { start, add, sweep } = aQueue({
      findDue: async () => {
        if (isFailing) throw new Error('no database');
        return [jobOf('b')];
      },
      work: async ({ name }) => {
        if (name === 'a') throw new Error('no');
        done.push(name);
      },
    });
    start();
    await add([jobOf('a')]);
    await expect
      .poll(() => warnings.toSorted())
      .toEqual(['a job of the queue of tasks failed', 'the sweep for due tasks failed']);
    isFailing = false;
    await sweep();
    await expect.poll(() => done).toEqual(['b']);
  });

  it('neither rejects nor waits without Redis, and says so once', async () => {
    const { start, add, sweep } = aQueue({
      redisUrl: 'redis://127.0.0.1:9',
      findDue: async () => [jobOf('a')],
      work: async () => undefined,
    });
    start();
    await add([jobOf('b')]);
    await sweep();
    await expect.poll(() => warnings).toEqual(['the queue of tasks is unavailable']);
  });

  it('aborts the running job when it closes', async () => {
    const begun = Promise.withResolvers<void>();
    const ended: string[] = [];
    const { start, add, close } = aQueue({
      work: async ({ name }, signal) => {
        const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
        begun.resolve();
        await aborted;
        ended.push(name);
      },
    });
    start();
    await add([jobOf('a')]);
    await begun.promise;
    await close();
    expect(ended).toEqual(['a']);
  });
});
