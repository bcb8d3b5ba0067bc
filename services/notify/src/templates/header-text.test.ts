import { describe, expect, it } from 'vitest';
import { headerText } from './render-mail.ts';

describe('a text in a header field', () => {
  it('is one line of bounded length', () => {
    expect(headerText('a\r\n b\u0000\tc')).toBe('a b c');
    expect(headerText('x'.repeat(1_000))).toHaveLength(200);
  });
});
