import { describe, expect, it } from 'vitest';
import { createWorkGate } from './work-gate.ts';

/** Work that ends when it is told to. */
function heldWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

describe('a work gate', () => {
  it('runs as many as it may, and the next ones in their order', async () => {
    const { started, work, end } = heldWork();
    const gate = createWorkGate(2, 5);
    const all = ['a', 'b', 'c', 'd'].map((name) => gate.run(work(name)));
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

  it('refuses what does not fit the queue, saying when to come again', async () => {
    const { started, work, end } = heldWork();
    const gate = createWorkGate(1, 1, { retryAfterSeconds: 7 });
    const kept = [gate.run(work('a')), gate.run(work('b'))];
    await expect(gate.run(work('c'))).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 7,
    });
    end('a');
    await kept[0];
    await expect.poll(() => started).toEqual(['a', 'b']);
    end('b');
    expect(await Promise.all(kept)).toEqual(['a', 'b']);
  });

  it('gives the place of work that failed to the next', async () => {
    const gate = createWorkGate(1, 1);
    const failing = gate.run(() => Promise.reject(new Error('broken')));
    const next = gate.run(() => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
    expect(await gate.run(() => Promise.resolve('again'))).toBe('again');
  });
});
