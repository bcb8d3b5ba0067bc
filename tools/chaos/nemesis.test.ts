import { createRandom } from '@vidhi/harness/random.ts';
import { describe, expect, it } from 'vitest';
import { drawFault } from './nemesis.ts';

const namesOf = (seed: number, count: number): string[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => drawFault(random).name);
};

describe('the random faults', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(namesOf(7, 50)).toEqual(namesOf(7, 50));
    expect(namesOf(7, 50)).not.toEqual(namesOf(8, 50));
  });

  it('are of every kind', () => {
    const kinds = new Set(namesOf(1, 2_000).map((name) => name.split(' ')[0]));
    expect([...kinds].toSorted()).toEqual(['blackhole', 'cut', 'inbox', 'kill', 'provider', 'stop', 'wipe']);
  });
});
