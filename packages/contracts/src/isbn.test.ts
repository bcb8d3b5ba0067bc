import { describe, expect, it } from 'vitest';
import { isbnKey, isbnProblem } from './isbn.ts';

describe('an ISBN', () => {
  it.each([
    ['0-306-40615-2', '9780306406157'],
    ['978-0-306-40615-7', '9780306406157'],
    ['978 0 306 40615 7', '9780306406157'],
    ['978\u20110\u2011306\u201140615\u20117', '9780306406157'],
    ['0-8044-2957-x', '9780804429573'],
    ['9798602477429', '9798602477429'],
  ])('is %s', (text, key) => {
    expect(isbnProblem(text)).toBeNull();
    expect(isbnKey(text)).toBe(key);
  });

  it.each([
    ['9.78031E+12', /spreadsheet has shortened/],
    ['9,78E+12', /spreadsheet has shortened/],
    ['978-0-306-40615', /10 or 13 digits, this has 12/],
    ['978-0-306-40615-8', /last digit/],
    ['0-306-40615-X', /last digit/],
    ['1234567890128', /978 or 979/],
    ['X306406152', /10 or 13 digits/],
    ['', /this has 0/],
  ])('is not %s', (text, problem) => {
    expect(isbnProblem(text)).toMatch(problem);
    expect(isbnKey(text)).toBeNull();
  });
});
