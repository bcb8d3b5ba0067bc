import sharp from 'sharp';
import { letterLine, letterSvg, lineWidth, type LetterStyle } from '@vidhi/lettering/letter-paths.ts';
import { wrapLines } from '@vidhi/lettering/wrap-lines.ts';
import { CARD_HEIGHT, CARD_WIDTH, type CardTexts } from '#shared/picture/share-card.ts';

// The colours of `tokens.css` in light: a preview stands in somebody else's page.
const PAPER = '#fbf8f2';
const INK = '#1c1a17';
const INK_SOFT = '#4a443b';
const ACCENT = '#7a1f1f';

const MARGIN = 80;
const WIDTH = CARD_WIDTH - 2 * MARGIN;
/** Upper and lower edge of the title. */
const TITLE_TOP = 150;
const TITLE_BOTTOM = 490;
/** The largest in which the whole title fits is taken. */
const TITLE_SIZES = [76, 66, 58, 50];
/** Letters of Devanagari have signs above and below. */
const LINE_HEIGHT = 1.32;
const SMALL: LetterStyle = { size: 34, weight: 'bold' };
const MAX_TITLE = 400;

/** Returns a function that measures texts, each once for all sizes. */
function createMeasure(weight: LetterStyle['weight']): (style: LetterStyle) => (text: string) => number {
  const widths = new Map<string, number>();
  return ({ size }) =>
    (text) => {
      const width = widths.get(text) ?? lineWidth(text, { size: 1, weight });
      widths.set(text, width);
      return width * size;
    };
}

interface TitleLines {
  lines: string[];
  style: LetterStyle;
}

/** Returns the lines of a title in the largest size that fits; in the smallest, cut with an ellipsis. */
export function titleLines(title: string): TitleLines {
  const text = title.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE);
  const widthIn = createMeasure('bold');
  for (const size of TITLE_SIZES) {
    const style: LetterStyle = { size, weight: 'bold' };
    const lines = wrapLines(text, WIDTH, widthIn(style));
    const room = Math.floor((TITLE_BOTTOM - TITLE_TOP) / (size * LINE_HEIGHT));
    if (lines.length <= room) return { lines, style };
    if (size === TITLE_SIZES.at(-1)) return { lines: cutLines(lines, room, style), style };
  }
  return { lines: [], style: SMALL };
}

function cutLines(lines: readonly string[], room: number, style: LetterStyle): string[] {
  const shown = lines.slice(0, room);
  const last = shown.pop() ?? '';
  return [...shown, fitLine(last, WIDTH, style, '…')];
}

/** Returns a line with an ending, cut to the width where it is longer. */
function fitLine(line: string, width: number, style: LetterStyle, ending = ''): string {
  const widthIn = createMeasure(style.weight);
  if (widthIn(style)(line + ending) <= width) return line + ending;
  const [first = ''] = wrapLines(line, width - widthIn(style)('…'), widthIn(style));
  return `${first}…`;
}

/** A text whose first letter is of a script from right to left. */
const FROM_RIGHT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Returns where a line begins: at the left edge, or so that it ends at the right one. */
const lineStart = (line: string, isFromRight: boolean, style: LetterStyle): number =>
  isFromRight ? CARD_WIDTH - MARGIN - lineWidth(line, style) : MARGIN;

/** Returns the drawing of a card as SVG without fonts. */
export function cardSvg({ title, section, site }: CardTexts): string {
  const { lines, style } = titleLines(title);
  const lineHeight = style.size * LINE_HEIGHT;
  const isFromRight = FROM_RIGHT.test(title);
  const parts = [
    `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${PAPER}"/>`,
    `<rect width="${CARD_WIDTH}" height="18" fill="${ACCENT}"/>`,
    letterSvg(letterLine(fitLine(section, WIDTH, SMALL), SMALL), MARGIN, 115, ACCENT),
    ...lines.map((line, at) =>
      letterSvg(
        letterLine(line, style),
        lineStart(line, isFromRight, style),
        TITLE_TOP + style.size + at * lineHeight,
        INK,
      ),
    ),
    `<rect x="${MARGIN}" y="520" width="${WIDTH}" height="3" fill="${INK}"/>`,
    letterSvg(letterLine(fitLine(site, WIDTH, SMALL), SMALL), MARGIN, 575, INK_SOFT),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">${parts.join('')}</svg>`;
}

/** Draws a card as PNG in a few colours: some 20 KB. */
export const drawCard = (texts: CardTexts): Promise<Buffer> =>
  sharp(Buffer.from(cardSvg(texts)))
    .png({ palette: true, colours: 32 })
    .toBuffer();
