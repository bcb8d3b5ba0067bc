import { describe, expect, it } from 'vitest';
import { pageNumbers } from './pagination.ts';

describe('pageNumbers', () => {
  it.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [1, 9, [1, 2, 3]],
    [2, 9, [1, 2, 3]],
    [5, 9, [4, 5, 6]],
    [9, 9, [7, 8, 9]],
    [12, 9, [7, 8, 9]],
    [1, 0, []],
  ])('on page %i of %i offers %j', (page, pageCount, expected) => {
    expect(pageNumbers(page, pageCount)).toEqual(expected);
  });
});
