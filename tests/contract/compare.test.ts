import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import { abridge } from './case-request.ts';
import { maskWritten } from './mask.ts';

const responseOf = (json: unknown, status = 200): { status: number; json: unknown } => ({ status, json });

describe('two responses', () => {
  it('are equal when status, values and the order of keys are equal', () => {
    expect(compare(responseOf({ a: 1, b: [null, '2'] }), responseOf({ a: 1, b: [null, '2'] }))).toBe('equal');
  });

  it('differ in order only when only the order of keys differs', () => {
    expect(compare(responseOf({ a: 1, b: { c: 2, d: 3 } }), responseOf({ b: { d: 3, c: 2 }, a: 1 }))).toBe(
      'order',
    );
  });

  it.each([
    ['a value', responseOf({ a: 1 }), responseOf({ a: 2 })],
    ['a type', responseOf({ a: 1 }), responseOf({ a: '1' })],
    ['an item order', responseOf([1, 2]), responseOf([2, 1])],
    ['an absent key', responseOf({ a: null }), responseOf({})],
    ['a status', responseOf({ a: 1 }), responseOf({ a: 1 }, 201)],
    ['a header', { ...responseOf({}), headers: { location: '/' } }, responseOf({})],
    ['a text instead of JSON', responseOf({ a: 1 }), { status: 200, text: '{"a":1' }],
  ])('differ by %s', (_what, expected, actual) => {
    expect(compare(expected, actual)).toBe('different');
  });

  it('compare by their digest when they are long', () => {
    const long = responseOf({ text: 'x'.repeat(50_000) });
    expect(abridge(long).json).toBeUndefined();
    expect(compare(abridge(long), long)).toBe('equal');
    expect(compare(abridge(long), responseOf({ text: 'y'.repeat(50_000) }))).toBe('different');
  });
});

describe('the times in a response to a write', () => {
  const since = Date.parse('2026-11-20T10:00:00.000Z');

  it('are masked when the write has set them', () => {
    const masked = maskWritten(responseOf({ data: { updatedAt: '2026-11-20T10:00:01.000Z' } }), since);
    expect(masked.json).toEqual({ data: { updatedAt: '<set by a write>' } });
  });

  it('are not masked when they are the archive’s, or not times of the document', () => {
    const json = { createdAt: '2026-11-19T10:00:00.000Z', publish_date: '2026-11-20T10:00:01.000Z' };
    expect(maskWritten(responseOf(json), since).json).toEqual(json);
  });
});
