import { expect, it } from 'vitest';
import { Latencies } from './latencies.ts';

it('have percentiles by the nearest rank', () => {
  const latencies = new Latencies();
  expect(latencies.percentile(0.95)).toBeNaN();
  for (let value = 100; value >= 1; value -= 1) latencies.add(value);
  expect([0, 0.5, 0.95, 0.99, 1].map((share) => latencies.percentile(share))).toEqual([1, 50, 95, 99, 100]);
  expect(latencies.count).toBe(100);
});
