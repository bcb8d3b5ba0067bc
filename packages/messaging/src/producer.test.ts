import { describe, expect, it } from 'vitest';
import { splitIntoBatches, type OutgoingRecord } from './producer.ts';

const aRecord = (key: string, bytes: number): OutgoingRecord => ({
  topic: 'things',
  key,
  value: 'x'.repeat(bytes),
});

describe('batches of records', () => {
  it('preserve the order, stay within the limit, and hold a larger record alone', () => {
    const sizes: [string, number][] = [
      ['a', 4],
      ['b', 6],
      ['c', 1],
      ['d', 25],
      ['e', 5],
    ];
    const batches = splitIntoBatches(
      sizes.map(([key, bytes]) => aRecord(key, bytes)),
      10,
    );
    expect(batches.map((batch) => batch.map(({ key }) => key))).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
  });

  it('are none for no records', () => expect(splitIntoBatches([])).toEqual([]));
});
