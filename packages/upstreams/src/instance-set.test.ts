import { describe, expect, it } from 'vitest';
import { anInstance } from './fake-instance-builder.ts';
import { createInstanceSet } from './instance-set.ts';

const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

describe('createInstanceSet', () => {
  it('returns instances round robin', () => {
    const [a, b, c] = [anInstance(), anInstance({ health: 'ready' }), anInstance()];
    const set = createInstanceSet([a, b, c]);
    expect([1, 2, 3, 4].map(() => set.next())).toEqual([a, b, c, a]);
  });

  it.each(['notReady', 'unreachable'] as const)(
    'never returns an instance that is %s, even if it is the only one',
    (health) => {
      const [out, well] = [anInstance({ health }), anInstance()];
      const set = createInstanceSet([out, well]);
      expect([set.next(), set.next()]).toEqual([well, well]);
      expect(createInstanceSet([out]).next()).toBeNull();
    },
  );

  it('marks an instance unreachable after a connection error, and requests a probe after others', () => {
    let requested = 0;
    const [a, b] = [anInstance({ requestProbe: () => (requested += 1) }), anInstance()];
    const set = createInstanceSet([a, b]);
    set.reportFailure(a, new Error('socket hang up'));
    expect([a.health, requested]).toEqual(['unknown', 1]);
    set.reportFailure(a, new Error('fetch failed', { cause: refused }));
    expect([a.health, requested, set.next()]).toEqual(['unreachable', 2, b]);
  });

  it('prefers ready instances to slow and unresponsive ones', () => {
    const now = (): number => 10_000;
    const slow = anInstance({ health: 'slow' });
    const silent = anInstance({ health: 'unresponsive', unresponsiveSince: 9_500 });
    const ready = anInstance({ health: 'ready' });
    const set = createInstanceSet([slow, silent, ready], { now });
    expect([set.next(), set.next()]).toEqual([ready, ready]);
    expect([set.next(ready), set.next(ready, slow), set.next(ready, slow, silent)]).toEqual([
      slow,
      silent,
      null,
    ]);
  });

  it('returns the last instance for two seconds after it became unresponsive', () => {
    let now = 10_000;
    const silent = anInstance({ health: 'unresponsive', unresponsiveSince: 9_500, lastResponseAt: 9_900 });
    const set = createInstanceSet([silent], { now: () => now });
    expect(set.next()).toBe(silent);
    now = 11_899;
    expect(set.next()).toBe(silent);
    now = 11_900;
    expect(set.next()).toBeNull();
  });

  it('returns the last instance for maxSilenceMs', () => {
    const silent = anInstance({ health: 'unresponsive', unresponsiveSince: 0, lastResponseAt: 0 });
    let now = 59_999;
    const set = createInstanceSet([silent], { maxSilenceMs: 60_000, now: () => now });
    expect(set.next()).toBe(silent);
    now = 60_000;
    expect(set.next()).toBeNull();
  });

  it('returns unresponsive instances when all are unresponsive, but not beside an unreachable one', () => {
    const silent = () => anInstance({ health: 'unresponsive', unresponsiveSince: 0, lastResponseAt: 0 });
    const [a, b] = [silent(), silent()];
    const set = createInstanceSet([a, b], { now: () => 60_000 });
    expect([set.next(), set.next(), set.next(a)]).toEqual([a, b, b]);
    b.health = 'unreachable';
    expect(set.next()).toBeNull();
  });

  it('reports whether another instance can take over', () => {
    const [a, b] = [anInstance(), anInstance({ health: 'slow' })];
    const set = createInstanceSet([a, b]);
    expect(set.hasOther(a)).toBe(true);
    b.health = 'unresponsive';
    expect([set.hasOther(a), set.hasOther(b)]).toEqual([false, true]);
  });
});
