import { describe, expect, it } from 'vitest';
import { searchFrom } from './paths.ts';

const from = (q: string) => searchFrom(new URLSearchParams({ q }));

describe('searchFrom', () => {
  it('trims the text', () => {
    expect(from('  bail  in tax cases ')).toBe('bail  in tax cases');
    expect(searchFrom(new URLSearchParams('page=2'))).toBe('');
  });
  it('cuts the text to the maximum length and trims it again', () => {
    expect(from('a'.repeat(200))).toHaveLength(200);
    expect(from(`${'a'.repeat(200)}b`)).toBe('a'.repeat(200));
    expect(from(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
  });
  it('never cuts a surrogate pair, so that the text can be encoded in a URL', () => {
    const cut = from(`${'a'.repeat(199)}😀`);
    expect(cut).toBe('a'.repeat(199));
    expect(from(`${'a'.repeat(198)}😀`)).toBe(`${'a'.repeat(198)}😀`);
  });
});
