import { describe, expect, it } from 'vitest';
import { countedSearch } from './search-text.ts';

describe('the text of a search that is counted', () => {
  it('is in one spelling of case, spaces and width', () => {
    expect(countedSearch('  Anticipatory\n BAIL ')).toBe('anticipatory bail');
    expect(countedSearch('ｂａｉｌ')).toBe('bail');
    expect(countedSearch('अग्रिम जमानत')).toBe('अग्रिम जमानत');
  });

  it('keeps sections, citations and years', () => {
    for (const text of ['section 138 ni act', '2024 insc 835', 's. 302/304 ipc', 'gst 18% 2026'])
      expect(countedSearch(text)).toBe(text);
  });

  it.each([
    ['a mail address', 'asha.rao@example.in'],
    ['a telephone number', 'asha 98765 43210'],
    ['a telephone number with its country code', '+91-98765-43210'],
    ['a number in another script', '९८७६५४३२१०'],
    ['a PIN code', 'lawyer 400001'],
    ['an Aadhaar', '1234 5678 9012'],
    ['a PAN', 'ABCDE1234F'],
    ['a GSTIN', '27 ABCDE1234F 1Z5'],
    ['a web address with a token', 'https://site.example/?code=1'],
    ['nothing', ' \u200B '],
  ])('is null for %s', (_name, text) => {
    expect(countedSearch(text)).toBeNull();
  });

  it('is cut to eighty characters, and to no half of one', () => {
    expect(countedSearch('क'.repeat(200))).toBe('क'.repeat(80));
    expect(countedSearch('😀'.repeat(200))).toBe('😀'.repeat(80));
  });
});
