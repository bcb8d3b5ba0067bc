import { describe, expect, it } from 'vitest';
import type { Instance } from './instance.ts';
import { createInstanceSet } from './instance-set.ts';

const anInstance = (origin: string): Instance =>
  ({ origin, downUntil: 0, failuresInARow: 0 }) as Partial<Instance> as Instance;

describe('createInstanceSet', () => {
  it('asks instances in turn', () => {
    const set = createInstanceSet(['a', 'b', 'c'].map(anInstance));
    expect([1, 2, 3, 4].map(() => set.next()?.origin)).toEqual(['a', 'b', 'c', 'a']);
  });

  it('passes over one that failed, longer each time, until it answers', () => {
    let now = 0;
    const [a, b] = [anInstance('a'), anInstance('b')];
    const set = createInstanceSet([a, b], () => now);
    set.reportFailure(a);
    expect([set.next()?.origin, set.next()?.origin]).toEqual(['b', 'b']);
    now = 250;
    expect(set.next()?.origin).toBe('a');
    set.reportFailure(a);
    now = 600;
    expect([set.next()?.origin, set.next()?.origin]).toEqual(['b', 'b']);
    set.reportSuccess(a);
    expect(new Set([set.next()?.origin, set.next()?.origin])).toEqual(new Set(['a', 'b']));
  });

  it('lets one request find out whether a failed one is back', () => {
    let now = 0;
    const [a, b] = [anInstance('a'), anInstance('b')];
    const set = createInstanceSet([a, b], () => now);
    set.reportFailure(a);
    set.reportFailure(b);
    expect(set.next()).toBeNull();
    now = 300;
    expect([set.next()?.origin, set.next()?.origin, set.next()]).toEqual(['a', 'b', null]);
  });

  it('goes on asking the only one there is', () => {
    const a = anInstance('a');
    const set = createInstanceSet([a]);
    set.reportFailure(a);
    expect(set.next()?.origin).toBe('a');
  });

  it('never offers the one that has just failed', () => {
    const [a, b] = [anInstance('a'), anInstance('b')];
    expect(createInstanceSet([a]).next(a)).toBeNull();
    expect(createInstanceSet([a, b]).next(a)?.origin).toBe('b');
  });
});
