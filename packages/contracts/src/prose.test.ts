import { describe, expect, it } from 'vitest';
import { paragraphsOf, prosePieces } from './prose.ts';

describe('a plain text', () => {
  it('has its paragraphs between blank lines, whatever ends a line', () => {
    expect(paragraphsOf('One\r\nline\r\n \r\n\r\nTwo\n\n  ')).toEqual(['One\nline', 'Two']);
  });

  it('has its web addresses as links, without the punctuation after them', () => {
    expect(prosePieces('See (https://a.example/x?y=1), or http://b.example.')).toEqual([
      { text: 'See (', isLink: false },
      { text: 'https://a.example/x?y=1', isLink: true },
      { text: '), or ', isLink: false },
      { text: 'http://b.example', isLink: true },
      { text: '.', isLink: false },
    ]);
  });

  it('makes no link of another scheme', () => {
    expect(prosePieces('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)', isLink: false }]);
    expect(prosePieces('')).toEqual([]);
  });
});
