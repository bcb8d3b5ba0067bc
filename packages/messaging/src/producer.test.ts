import { describe, expect, it } from 'vitest';
import { cutRounds, type OutgoingRecord } from './producer.ts';

const aRecord = (key: string, bytes: number): OutgoingRecord => ({
  topic: 'things',
  key,
  value: 'x'.repeat(bytes),
});

describe('rounds of records', () => {
  it('hold what fits, in order, and a larger record by itself', () => {
    const sizes: [string, number][] = [
      ['a', 4],
      ['b', 6],
      ['c', 1],
      ['d', 25],
      ['e', 5],
    ];
    const rounds = cutRounds(
      sizes.map(([key, bytes]) => aRecord(key, bytes)),
      10,
    );
    expect(rounds.map((round) => round.map(({ key }) => key))).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
  });

  it('are none where nothing is to be sent', () => expect(cutRounds([])).toEqual([]));
});
