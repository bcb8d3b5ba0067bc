import { describe, expect, it } from 'vitest';
import { forwardedCookieHeader, forwardedSetCookies } from './forwarded-cookies.ts';

describe('forwardedCookieHeader', () => {
  it.each([
    ['a=1; b=2', ['a', 'b'], 'a=1; b=2'],
    ['a=1; b=2', ['b'], 'b=2'],
    ['a=1;b=2;  c=3', ['a', 'c'], 'a=1; c=3'],
    ['ab=1; b =2', ['a'], undefined],
    ['a=1', [], undefined],
    ['a=1', undefined, undefined],
    ['', ['a'], undefined],
  ] as const)('of %j with %j passed is %j', (header, passed, expected) => {
    expect(forwardedCookieHeader(header, passed)).toBe(expected);
  });
});

describe('forwardedSetCookies', () => {
  it.each([
    [
      ['a=1; HttpOnly', 'b=2'],
      ['a', 'b'],
      ['a=1; HttpOnly', 'b=2'],
    ],
    [['a=1; HttpOnly', 'b=2'], ['a'], ['a=1; HttpOnly']],
    ['a=1', ['a'], ['a=1']],
    [['a=b=1'], ['b'], undefined],
    [['a=1'], undefined, undefined],
    [undefined, ['a'], undefined],
  ] as const)('of %j with %j passed are %j', (header, passed, expected) => {
    expect(forwardedSetCookies(header, passed)).toEqual(expected);
  });
});
