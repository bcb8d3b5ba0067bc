import { expect, it } from 'vitest';
import { createRandom } from '@vidhi/harness/random.ts';
import { chooseReaders } from './newsletter-run.ts';

const READERS = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }));
const choose = (cursor: string, count: number, seed: number): string[] =>
  chooseReaders(READERS, { cursor, count, random: createRandom(seed) }).map(({ _id }) => _id);

it.each([1, 2, 3, 4, 5])(
  'unsubscribes each reader once, those whose turn has not come first (seed %i)',
  (seed) => {
    expect(choose('b', 2, seed).toSorted()).toEqual(['c', 'd']);
    expect(choose('b', 3, seed).slice(0, 2).toSorted()).toEqual(['c', 'd']);
    expect(choose('', 9, seed).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  },
);
