import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { differentTiles, type Pixels } from './accepted-screenshot.ts';

const [WIDTH, HEIGHT] = [1_440, 2_600];

/** Draws a word of letters like "l", "n" and "o", in strokes of the weight of body text. */
const drawWord = (x: number, y: number, letters: string): string =>
  Array.from(letters, (letter, index) => {
    const left = x + index * 9;
    return {
      l: `<path d="M${left} ${y}v14"/>`,
      n: `<path d="M${left} ${y + 14}v-9h6v9"/>`,
      o: `<rect x="${left}" y="${y + 5}" width="6" height="9"/>`,
    }[letter];
  }).join('');

async function pageWith(drawing: string): Promise<Pixels> {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<rect width="100%" height="100%" fill="#fbf8f2"/>` +
    `<g fill="none" stroke="#1c1a17" stroke-width="1.5">${drawing}</g></svg>`;
  const { data } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: WIDTH, height: HEIGHT, data };
}

const compare = (actual: Pixels, accepted: Pixels) =>
  differentTiles(actual, accepted, Buffer.alloc(actual.data.length));

const TEXT = drawWord(100, 80, 'lono') + drawWord(400, 2_400, 'nolo');

describe('the comparison of screenshots', () => {
  it('accepts an equal page', async () => {
    const page = await pageWith(TEXT);
    expect(compare(page, page)).toEqual([]);
  });

  it.each([
    ['a changed word', drawWord(100, 80, 'lono') + drawWord(400, 2_400, 'loon')],
    ['a missing word', drawWord(100, 80, 'lono')],
    ['a moved word', drawWord(100, 80, 'lono') + drawWord(400, 2_404, 'nolo')],
    ['a missing icon', TEXT.replace('<path', '<path opacity="0"')],
  ])('finds %s on a page of the largest size', async (_name, changed) => {
    expect(compare(await pageWith(changed), await pageWith(TEXT)).length).toBeGreaterThan(0);
  });

  it('accepts a few different pixels all over the page', async () => {
    const page = await pageWith(TEXT);
    const speckled = { ...page, data: Buffer.from(page.data) };
    // Isolated pixels, as font smoothing leaves them.
    for (let y = 8; y < HEIGHT; y += 16)
      for (let x = 8; x < WIDTH; x += 16) speckled.data.fill(0, (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3);
    expect(compare(speckled, page)).toEqual([]);
  });
});
