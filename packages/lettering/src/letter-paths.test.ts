import { describe, expect, it } from 'vitest';
import { letterLine, letterSvg } from './letter-paths.ts';
import { wrapLines } from './wrap-lines.ts';

const STYLE = { size: 50, weight: 'bold' } as const;

describe('a lettered line', () => {
  it('is as wide as its letters, in the order in which they are read', () => {
    const [one, two] = [letterLine('GST', STYLE), letterLine('GST GST', STYLE)];
    expect(two.width).toBeGreaterThan(2 * one.width);
    const places = two.glyphs.map(({ x }) => x);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('shapes conjuncts of Devanagari as one letter', () => {
    expect(letterLine('क्ष', STYLE).glyphs).toHaveLength(1);
  });

  it('is SVG without any font', () => {
    const svg = letterSvg(letterLine('जमानत Bail', STYLE), 80, 200, '#1c1a17');
    expect(svg).toMatch(/^<g fill="#1c1a17"><path transform="translate\(80/);
    expect(svg).not.toContain('<text');
  });
});

describe('wrapped lines', () => {
  const widthOf = (line: string): number => line.length;
  it('end at spaces', () => {
    expect(wrapLines('one two three', 8, widthOf)).toEqual(['one two', 'three']);
    expect(wrapLines('a  b\n\n c', 8, widthOf)).toEqual(['a  b', '', ' c']);
    expect(wrapLines('to abcdefgh of', 3, widthOf)).toEqual(['to', 'abc', 'def', 'gh', 'of']);
  });
  it('measures each word once, however long the text is', () => {
    let count = 0;
    const counting = (text: string) => {
      count += 1;
      return widthOf(text);
    };
    wrapLines('word '.repeat(80).trim(), 20, counting);
    // 80 words and the spaces between them.
    expect(count).toBeLessThanOrEqual(160);
    count = 0;
    wrapLines('a'.repeat(400), 40, counting);
    expect(count).toBeLessThanOrEqual(120);
  });
  it('end within a word that is longer than a line, never within a character', () => {
    expect(wrapLines('abcdefgh', 3, widthOf)).toEqual(['abc', 'def', 'gh']);
    expect(wrapLines('क्षक्ष', 3, widthOf)).toEqual(['क्ष', 'क्ष']);
  });
});
