import { describe, expect, it } from 'vitest';
import { readRange } from './byte-range.ts';

describe('readRange', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=99-99', { start: 99, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-8', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['items=0-9', null],
    ['bytes=a-b', null],
    [undefined, null],
  ])('reads %s of 100 bytes as %j', (header, expected) => {
    expect(readRange(header, 100)).toEqual(expected);
  });
});
