import { describe, expect, it } from 'vitest';
import { isMet, measure, percentilesOf, tableOf } from './observers.ts';

describe('latency until a change is visible', () => {
  it('polls each observer once before the change, then until it is visible', async () => {
    const steps: string[] = [];
    const times = await measure(
      {
        title: () => '',
        observers: [
          {
            name: 'slow',
            async sees(change: number) {
              steps.push(`ask ${change}`);
              return steps.length > 4;
            },
          },
        ],
        next: (round) => round * 10,
        make: async (change) => void steps.push(`make ${change}`),
        settle: async (change) => void steps.push(`settle ${change}`),
      },
      1,
    );
    expect(steps).toEqual(['ask 10', 'make 10', 'ask 10', 'ask 10', 'ask 10', 'settle 10']);
    expect(times['slow']).toHaveLength(1);
  });

  it('is met when the slowest observer meets it, and not without observations', () => {
    expect(isMet({ list: [1, 2, 999] })).toBe(true);
    expect(isMet({ list: [1], page: [1, 2, 1_001] })).toBe(false);
    expect(isMet({ list: [Infinity] })).toBe(false);
    expect(isMet({ list: [] })).toBe(false);
    expect(isMet({})).toBe(false);
  });

  it('is reported as median, p99 and maximum', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(percentilesOf(hundred)).toEqual({ p50: 51, p99: 100, most: 100 });
    const table = tableOf('2 changes', { page: [7, Infinity] });
    expect(table).toMatch(/page +p50 +never +p99 +never +most +never/);
    expect(table).toContain('goal NOT met');
  });
});
