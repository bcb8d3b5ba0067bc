import { describe, expect, it } from 'vitest';
import { differentTiles, type Pixels } from './accepted-screenshot.ts';

const [WIDTH, HEIGHT] = [1_440, 2_600];
const [PAPER, INK] = [0xfb, 0x1c];

interface Stroke {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Strokes of a word of letters like "l", "n" and "o", two pixels thick, as body text is. */
const wordOf = (x: number, y: number, letters: string): Stroke[] =>
  Array.from(letters).flatMap((letter, index) => {
    const left = x + index * 9;
    const upright = { x: left, y: y + 5, width: 2, height: 9 };
    const arch = [upright, { ...upright, x: left + 5 }, { x: left, y: y + 5, width: 7, height: 2 }];
    if (letter === 'l') return [{ ...upright, y, height: 14 }];
    return letter === 'n' ? arch : [...arch, { x: left, y: y + 12, width: 7, height: 2 }];
  });

/** Draws without an image library: others' tests may have turned its formats off in this process. */
function pageWith(strokes: readonly Stroke[]): Pixels {
  const data = Buffer.alloc(WIDTH * HEIGHT * 4, PAPER);
  for (const { x, y, width, height } of strokes)
    for (let row = y; row < y + height; row++)
      data.fill(INK, (row * WIDTH + x) * 4, (row * WIDTH + x + width) * 4);
  return { width: WIDTH, height: HEIGHT, data };
}

const compare = (actual: Pixels, accepted: Pixels) =>
  differentTiles(actual, accepted, Buffer.alloc(actual.data.length));

const FIRST = wordOf(100, 80, 'lono');
const TEXT = [...FIRST, ...wordOf(400, 2_400, 'nolo')];

describe('the comparison of screenshots', () => {
  it('accepts an equal page', () => {
    const page = pageWith(TEXT);
    expect(compare(page, page)).toEqual([]);
  });

  it.each([
    ['a changed word', [...FIRST, ...wordOf(400, 2_400, 'loon')]],
    ['a missing word', FIRST],
    ['a moved word', [...FIRST, ...wordOf(400, 2_404, 'nolo')]],
    ['a missing icon', TEXT.slice(1)],
  ])('finds %s on a page of the largest size', (_name, changed) => {
    expect(compare(pageWith(changed), pageWith(TEXT)).length).toBeGreaterThan(0);
  });

  it('accepts a few different pixels all over the page', () => {
    const page = pageWith(TEXT);
    const speckled = { ...page, data: Buffer.from(page.data) };
    // Isolated pixels, as font smoothing leaves them.
    for (let y = 8; y < HEIGHT; y += 16)
      for (let x = 8; x < WIDTH; x += 16) speckled.data.fill(0, (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3);
    expect(compare(speckled, page)).toEqual([]);
  });
});
