import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cardSvg, drawCard, titleLines } from './draw-card.ts';

const TEXTS = { title: 'जमानत की शर्तें: उच्च न्यायालय ने क्या कहा', section: 'Bail', site: 'Vidhi' };

describe('a share card', () => {
  it('is a PNG of 1200 × 630 pixels that messengers show', async () => {
    const png = await drawCard(TEXTS);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(png.length).toBeLessThan(600_000);
  });

  it('needs no fonts of the machine', () => {
    expect(cardSvg(TEXTS)).not.toMatch(/<text|font/);
  });

  it.each([
    ['a short title', 'GST'],
    ['a long title', 'Supreme Court sets the limits of personal hearing in assessments under the Act'],
    ['a title in Hindi', TEXTS.title],
    ['a title without spaces', 'न्यायालय'.repeat(12)],
  ])('has %s as a whole', (_what, title) => {
    expect(titleLines(title).lines.join(' ').replaceAll(' ', '')).toBe(title.replaceAll(' ', ''));
  });

  it('is smaller in letters for a longer title, and cuts one that fits in no size', () => {
    const [short, long, endless] = ['GST', 'word '.repeat(24), 'word '.repeat(200)].map(titleLines);
    expect(long?.style.size).toBeLessThan(short?.style.size ?? 0);
    expect(endless?.lines.at(-1)).toMatch(/…$/);
  });

  it.each([
    ['ہائی کورٹ نے فیصلہ سنایا', 'right'],
    ['“ہائی کورٹ”', 'right'],
    ['GST ہائی', 'left'],
    ['जमानत', 'left'],
  ])('has the title %s at the %s edge', async (title, side) => {
    const png = await drawCard({ ...TEXTS, title, section: '' });
    /** The darkest grey of a column beside an edge of the title. */
    const inkIn = async (left: number): Promise<number> => {
      const area = sharp(png).extract({ left, top: 130, width: 60, height: 160 });
      return Math.min(...(await area.greyscale().raw().toBuffer()));
    };
    const [atLeft, atRight] = [await inkIn(80), await inkIn(1060)];
    expect(side === 'right' ? atRight : atLeft).toBeLessThan(100);
    expect(side === 'right' ? atLeft : atRight).toBeGreaterThan(200);
  });

  it.each(['', '   ', '<script>&"', '鬼', '\u0000'])('is drawn for the odd title %j', async (title) => {
    expect((await drawCard({ ...TEXTS, title, section: '' })).length).toBeGreaterThan(0);
  });
});
