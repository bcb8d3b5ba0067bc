import { describe, expect, it } from 'vitest';
import { profileOf } from './profiles.ts';

describe('the profiles', () => {
  it.each(['smoke', 'load', 'soak'])('holds a steady rate in %s, for the time that is asked for', (name) => {
    const once = profileOf(name, 1, '3m');
    const twice = profileOf(name, 2, '3m');
    expect(once).toMatchObject({ executor: 'constant-arrival-rate', duration: '3m' });
    expect('rate' in once && 'rate' in twice && twice.rate / once.rate).toBe(2);
  });

  it.each(['stress', 'spike'])('rises and falls again in %s', (name) => {
    const profile = profileOf(name, 1);
    const targets = 'stages' in profile ? (profile.stages ?? []).map(({ target }) => target) : [];
    const peak = Math.max(...targets);
    expect(targets.indexOf(peak)).toBeGreaterThan(0);
    expect(targets.at(-1)).toBeLessThan(peak);
  });

  it('names the profiles when there is none of a name', () => {
    expect(() => profileOf('storm', 1)).toThrow('smoke, load, stress, spike, soak');
  });
});
