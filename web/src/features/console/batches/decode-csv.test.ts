import { expect, it } from 'vitest';
import { decodeCsv } from './decode-csv.ts';

it('a file is UTF-8 or UTF-16, and nothing that would be misread', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x28, 0x09]);
  expect(decodeCsv(utf16)).toBe('न');
  expect(decodeCsv(new TextEncoder().encode('न'))).toBe('न');
  // Windows-1252.
  expect(decodeCsv(new Uint8Array([0x52, 0xe9]))).toBeNull();
});
