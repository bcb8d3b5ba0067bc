import { describe, expect, it } from 'vitest';
import { searchFrom } from './paths.ts';

const from = (q: string) => searchFrom(new URLSearchParams({ q }));

describe('the words that an address searches for', () => {
  it('are told without the space around them', () => {
    expect(from('  bail  in tax cases ')).toBe('bail  in tax cases');
    expect(searchFrom(new URLSearchParams('page=2'))).toBe('');
  });
  it('are cut after as many letters as a field takes, and end in no space', () => {
    expect(from('a'.repeat(200))).toHaveLength(200);
    expect(from(`${'a'.repeat(200)}b`)).toBe('a'.repeat(200));
    expect(from(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
  });
  it('can always be written into an address again', () => {
    const cut = from(`${'a'.repeat(199)}😀`);
    expect(cut).toBe('a'.repeat(199));
    expect(from(`${'a'.repeat(198)}😀`)).toBe(`${'a'.repeat(198)}😀`);
  });
});
