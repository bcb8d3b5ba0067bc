import { describe, expect, it } from 'vitest';
import { actionAt, MIX } from './mix.ts';

describe('the mix', () => {
  it('adds up to 100 percent', () => {
    expect(Object.values(MIX).reduce<number>((total, percent) => total + percent, 0)).toBe(100);
  });

  it('chooses each action as often as its share says', () => {
    const counts = new Map<string, number>();
    for (let point = 0; point < 1_000; point++) {
      const action = actionAt((point + 0.5) / 1_000);
      counts.set(action, (counts.get(action) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual(
      Object.fromEntries(Object.entries(MIX).map(([action, percent]) => [action, percent * 10])),
    );
  });
});
