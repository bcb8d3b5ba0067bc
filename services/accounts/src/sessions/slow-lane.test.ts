import { describe, expect, it } from 'vitest';
import { createSlowLane } from './slow-lane.ts';

const A = { lane: 'a', address: 'a' };

describe('createSlowLane', () => {
  it('runs one attempt of a client at a time, each after a delay, with a limited queue', async () => {
    const pauses: PromiseWithResolvers<void>[] = [];
    const done: string[] = [];
    const lane = createSlowLane({
      stepMs: 1,
      maxWaiting: 2,
      pause: () => {
        const pause = Promise.withResolvers<void>();
        pauses.push(pause);
        return pause.promise;
      },
    });
    const run = (name: string, client = 'a') =>
      lane.run({ lane: client, address: client }, async () => done.push(name));
    const [first, second] = [run('first'), run('second')];
    expect(await run('third')).toBeNull();
    const other = run('other', 'b');
    await expect.poll(() => pauses.length).toBe(2);
    pauses[1]?.resolve();
    await other;
    expect(done).toEqual(['other']);
    pauses[0]?.resolve();
    await first;
    await expect.poll(() => pauses.length).toBe(3);
    expect(done).toEqual(['other', 'first']);
    pauses[2]?.resolve();
    await second;
    const fourth = run('fourth');
    await expect.poll(() => pauses.length).toBe(4);
    pauses[3]?.resolve();
    await fourth;
    expect(done).toEqual(['other', 'first', 'second', 'fourth']);
  });

  it('continues after a failed attempt', async () => {
    const lane = createSlowLane({ stepMs: 0, maxWaiting: 2, pause: async () => undefined });
    const failing = lane.run(A, () => Promise.reject(new Error('wrong')));
    const next = lane.run(A, async () => 'right');
    await expect(failing).rejects.toThrow('wrong');
    expect(await next).toBe('right');
  });

  it('lets each address wait once in the lane of its network', async () => {
    const pause = Promise.withResolvers<void>();
    const lane = createSlowLane({ stepMs: 1, maxWaiting: 2, pause: () => pause.promise });
    const run = (address: string) => lane.run({ lane: 'network', address }, async () => address);
    const [first, repeated, neighbour, beyond] = [run('a'), run('a'), run('b'), run('c')];
    expect([await repeated, await beyond]).toEqual([null, null]);
    pause.resolve();
    expect([await first, await neighbour]).toEqual(['a', 'b']);
    expect(await run('a')).toBe('a');
  });
});
