import { describe, expect, it } from 'vitest';
import { findLosses } from './topic-loss.ts';

const seen = {
  clusterId: 'one',
  ends: [
    { topic: 'a', end: '5' },
    { topic: 'b', end: '0' },
  ],
};
const found = (a: bigint, b: bigint, { clusterId = 'one', published = ['a', 'b'] } = {}) => ({
  clusterId,
  ends: new Map([
    ['a', a],
    ['b', b],
  ]),
  published: new Set(published),
});
const losses = (...args: Parameters<typeof findLosses>) => Object.fromEntries(findLosses(...args));

describe('topics', () => {
  it('have lost nothing when their ends have not decreased', () => {
    expect(losses(seen, found(5n, 0n))).toEqual({});
    expect(losses(seen, found(9n, 3n))).toEqual({});
    expect(losses(null, found(9n, 3n))).toEqual({});
  });

  it('have lost events when they belong to another cluster, whatever their ends', () => {
    const reason = 'the cluster is another one';
    expect(losses(seen, found(9n, 3n, { clusterId: 'two' }))).toEqual({ a: reason, b: reason });
  });

  it('have lost events when they end before the stored end', () => {
    expect(losses(seen, found(4n, 0n))).toEqual({ a: 'it ends at 4, before 5' });
  });

  it('have lost events when no end is stored and they are empty although documents were published', () => {
    expect(losses(null, found(9n, 0n))).toEqual({ b: 'it is empty' });
    expect(losses(null, found(9n, 0n, { published: ['a'] }))).toEqual({});
  });
});
