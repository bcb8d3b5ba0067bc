import type { Book } from '../catalogue/book.ts';
import { BOOK_AUTHORS, PUBLISHERS, SERIES } from '../catalogue/book-lists.ts';
import { BOOKS } from '../catalogue/books.ts';
import { C } from './palette.ts';
import { SANS, at, circle, path, pick, poly, rect, ring, stroke, text, textLines, times } from './shapes.ts';
import type { Scene } from './shapes.ts';

/** Size of the coordinate system of the drawings. */
const W = 480;
const H = 640;

/** Width below which a picture needs no further format: this limits the size of the archive. */
const SHOWN_W = 375;
const SHOWN_H = 500;
const shown = (inner: string) => at(0, 0, inner, 0, SHOWN_W / W);

interface Lettering {
  fill: string;
  anchor?: 'start' | 'middle';
  family?: string;
  /** Letters that fit into a line at the largest size. */
  room?: number;
  largest?: number;
}

/** Words in lines of at most so many letters. */
function wrapped(words: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The title before its colon large, what follows it small. */
function lettering(
  x: number,
  y: number,
  title: string,
  { fill, anchor = 'start', family, room = 13, largest = 48 }: Lettering,
) {
  const [main = '', sub = ''] = title.split(': ');
  const own = family === undefined ? {} : { family };
  const lines = wrapped(main, room);
  const longest = Math.max(...lines.map(({ length }) => length));
  const size = Math.min(lines.length > 3 ? 40 : largest, Math.round((room * 44) / Math.max(longest, room)));
  const gap = size * 1.2;
  return (
    lines
      .map((line, i) => text(x, Math.round(y + i * gap), line, { size, fill, weight: 700, anchor, ...own }))
      .join('') +
    wrapped(sub, Math.round(room * 2.1))
      .map((line, i) =>
        text(x, Math.round(y + lines.length * gap + i * 26), line, {
          size: 20,
          fill,
          anchor,
          family: SANS,
          weight: 500,
        }),
      )
      .join('')
  );
}

const authorsOf = ({ authors }: Book) => authors.map((key) => BOOK_AUTHORS[key]);

const byLine = (book: Book, x: number, y: number, fill: string, anchor: 'start' | 'middle' = 'start') =>
  authorsOf(book)
    .map((name, i) => text(x, y + i * 24, name, { size: 19, fill, anchor, family: SANS, weight: 500 }))
    .join('');

const small = (x: number, y: number, words: string, fill: string, anchor: 'start' | 'middle' = 'start') =>
  text(x, y, words, { size: 15, fill, anchor, family: SANS, weight: 500, spacing: 1 });

const house = (book: Book, x: number, y: number, fill: string, anchor: 'start' | 'middle' = 'start') =>
  small(x, y, PUBLISHERS[book.publisher], fill, anchor);

type Cover = (book: Book, index: number) => string;

const DARK = [C.navy, C.moss, C.plum, C.teal, C.brick, C.steel, C.ink] as const;
const WARM = [C.clay, C.ochre, C.brick, C.leaf, C.sea, C.steel] as const;

/** Drawing of the cover of each series. */
const COVERS: Record<Book['series'], Cover> = {
  working: (book, i) =>
    rect(0, 0, W, H, pick(WARM, i)) +
    rect(0, 0, W, 150, C.ink) +
    times(3, (k) => rect(36 + k * 30, 44, 18, 62, pick([C.wheat, C.paper, C.rose], k))) +
    rect(36, 112, 110, 6, C.wheat) +
    small(164, 90, SERIES.working, C.paper) +
    lettering(36, 226, book.title, { fill: C.white }) +
    rect(36, 516, 120, 4, C.ink) +
    byLine(book, 36, 546, C.white) +
    house(book, 36, 622, C.linen),
  commentary: (book, i) =>
    rect(0, 0, W, H, pick(DARK, i)) +
    rect(26, 26, W - 52, H - 52, C.wheat) +
    rect(30, 30, W - 60, H - 60, pick(DARK, i)) +
    ring(W / 2, 110, 40, C.wheat, 4) +
    at(
      W / 2,
      110,
      rect(-2, -26, 4, 48, C.wheat) +
        rect(-24, -22, 48, 4, C.wheat) +
        path('M-30 0 h20 a10 10 0 0 1 -20 0 Z M10 0 h20 a10 10 0 0 1 -20 0 Z', C.wheat),
    ) +
    lettering(W / 2, 226, book.title, { fill: C.paper, anchor: 'middle' }) +
    rect(W / 2 - 40, 492, 80, 3, C.wheat) +
    byLine(book, W / 2, 524, C.sand, 'middle') +
    house(book, W / 2, 598, C.wheat, 'middle'),
  pocket: (book, i) =>
    rect(0, 0, W, H, C.paper) +
    rect(0, 0, 96, H, pick(DARK, i)) +
    times(9, (k) => rect(28, 60 + k * 60, 40, 28, C.paper, 4)) +
    small(128, 70, SERIES.pocket, C.slate) +
    lettering(128, 170, book.title, { fill: C.ink, room: 12 }) +
    rect(128, 500, 60, 8, pick(DARK, i)) +
    byLine(book, 128, 540, C.ink) +
    house(book, 128, 616, C.slate),
  reader: (book, i) =>
    rect(0, 0, W, H, C.linen) +
    times(4, (k) => circle(90 + k * 100, 520, 92 - k * 12, pick(WARM, i + k))) +
    rect(0, 520, W, 120, pick(WARM, i + 1)) +
    small(36, 64, SERIES.reader, C.slate) +
    lettering(36, 140, book.title, { fill: C.ink }) +
    byLine(book, 36, 380 - book.authors.length * 12, C.brick) +
    house(book, 36, 606, C.white),
  chamber: (book, i) =>
    rect(0, 0, W, H, pick([C.mist, C.sand, C.sky, C.rose], i)) +
    at(
      62,
      150,
      rect(8, 10, 356, 330, C.slate) + rect(0, 0, 356, 330, C.white) + rect(0, 0, 10, 330, C.brick),
    ) +
    textLines(90, 410, 300, 3, 20, C.sand, i + 1) +
    lettering(92, 222, book.title, { fill: C.ink, room: 11, largest: 40 }) +
    circle(400, 160, 34, C.brick) +
    small(62, 90, SERIES.chamber, C.ink) +
    byLine(book, 62, 536, C.ink) +
    house(book, 62, 616, C.slate),
  evenings: (book, i) =>
    rect(0, 0, W, H, pick([C.navy, C.plum, C.steel], i)) +
    rect(0, 430, W, 210, C.ink) +
    circle(350, 120, 58, C.wheat) +
    times(40, (k) =>
      rect(36 + (k % 10) * 41, 446 + Math.floor(k / 10) * 24, 26, 14, k <= i % 40 ? C.wheat : C.slate),
    ) +
    small(36, 60, SERIES.evenings, C.sand) +
    lettering(36, 250, book.title, { fill: C.paper }) +
    byLine(book, 36, 572, C.sand) +
    house(book, 36, 624, C.stone),
  annual: (book, i) =>
    rect(0, 0, W, H, pick([C.brick, C.moss, C.navy], i)) +
    times(2, (k) => rect(0, 60 + k * 500, W, 14, C.wheat)) +
    lettering(W / 2, 150, book.title, { fill: C.paper, anchor: 'middle' }) +
    text(W / 2, 430, book.edition, { size: 96, fill: C.wheat, weight: 700, anchor: 'middle' }) +
    byLine(book, W / 2, 486, C.sand, 'middle') +
    small(W / 2, 606, `${SERIES.annual} · ${PUBLISHERS[book.publisher]}`, C.sand, 'middle'),
  hindi: (book, i) =>
    rect(0, 0, W, H, pick([C.ochre, C.teal, C.leaf], i)) +
    poly(
      [
        [0, 0],
        [W, 0],
        [W, 110],
        [W / 2, 170],
        [0, 110],
      ],
      C.plum,
    ) +
    small(W / 2, 70, SERIES.hindi, C.wheat, 'middle') +
    lettering(W / 2, 270, book.title, { fill: C.white, anchor: 'middle', family: SANS, room: 12 }) +
    stroke('M120 470 Q240 430 360 470', C.plum, 6) +
    byLine(book, W / 2, 530, C.white, 'middle') +
    house(book, W / 2, 610, C.plum, 'middle'),
};

export const coverOf = ({ key }: Book): string => `cover-${key}`;

export const COVER_PICTURES: Record<string, Scene> = Object.fromEntries(
  BOOKS.map((book, index) => [
    coverOf(book),
    {
      alt: `Cover of ${book.title}, by ${authorsOf(book).join(', ')}. Fictional book.`,
      width: SHOWN_W,
      height: SHOWN_H,
      draw: () => shown(COVERS[book.series](book, index) + rect(0, 0, 8, H, C.ink)),
    },
  ]),
);

const leaf = (alt: string, inner: string): Scene => ({
  alt,
  width: SHOWN_W,
  height: SHOWN_H,
  draw: () => shown(rect(0, 0, W, H, C.sand) + rect(24, 20, W - 48, H - 40, C.white) + inner),
});
const heading = (words: string) =>
  text(W / 2, 92, words, { size: 28, fill: C.ink, weight: 700, anchor: 'middle' });

/** Pages that several books show. */
export const LEAF_PICTURES: Record<string, Scene> = {
  'leaf-contents': leaf(
    'A page of contents: chapter titles with dotted lines to their page numbers',
    heading('Contents') +
      times(
        12,
        (i) =>
          rect(64, 136 + i * 36, 120 + ((i * 53) % 110), 10, C.slate, 2) +
          times(7, (k) => circle(318 + k * 10, 146 + i * 36, 1.6, C.stone)) +
          rect(396, 136 + i * 36, 24, 10, C.brick, 2),
      ),
  ),
  'leaf-forms': leaf(
    'A page with a form to fill in: labels, ruled lines and a box for the court fee stamp',
    heading('Form 7') +
      times(7, (i) => rect(64, 150 + i * 52, 80, 10, C.slate, 2) + rect(156, 160 + i * 52, 260, 2, C.stone)) +
      rect(316, 520, 100, 76, C.clay) +
      rect(320, 524, 92, 68, C.white),
  ),
  'leaf-table': leaf(
    'A page with a table in four columns, every other row shaded',
    heading('Table 3') +
      times(12, (i) => rect(56, 130 + i * 36, 368, 36, i === 0 ? C.teal : i % 2 === 0 ? C.linen : C.white)) +
      times(44, (i) =>
        rect(70 + (i % 4) * 92, 180 + Math.floor(i / 4) * 36, 40 + ((i * 31) % 34), 8, C.slate, 2),
      ) +
      times(3, (i) => rect(148 + i * 92, 130, 2, 432, C.stone)),
  ),
  'leaf-index': leaf(
    'A page of an index in two columns under large initial letters',
    heading('Index') +
      times(2, (c) =>
        times(
          3,
          (g) =>
            text(64 + c * 190, 150 + g * 150, pick(['A', 'B', 'C', 'D', 'E', 'F'], c * 3 + g), {
              size: 24,
              fill: C.brick,
              weight: 700,
            }) + textLines(64 + c * 190, 166 + g * 150, 160, 6, 18, C.slate, c * 3 + g + 1),
        ),
      ),
  ),
};
