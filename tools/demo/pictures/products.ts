import { C } from './palette.ts';
import type { Banner } from './advertisements.ts';
import { SANS, at, circle, ellipse, faded, rect, text } from './shapes.ts';

/** A book on a shelf of its own, with its title beside it. */
const slide = (
  ground: string,
  cover: string,
  spine: string,
  ink: string,
  title: readonly string[],
  line: string,
  alt: string,
  family?: string,
): Banner => ({
  width: 1200,
  height: 600,
  alt: `${alt} Fictional product.`,
  draw: () =>
    rect(0, 0, 1200, 600, ground) +
    ellipse(900, 530, 260, 34, spine) +
    at(
      890,
      300,
      faded(0.3, rect(-150, -210, 350, 460, C.ink, 6)) +
        rect(-170, -230, 350, 460, cover, 6) +
        rect(-170, -230, 40, 460, spine, 6) +
        rect(180, -222, 14, 444, C.white) +
        rect(-100, -180, 250, 4, C.wheat) +
        rect(-100, 170, 250, 4, C.wheat) +
        title
          .map((words, i) =>
            text(25, -90 + i * 52, words, {
              size: 36,
              fill: C.paper,
              weight: 700,
              anchor: 'middle',
              ...(family === undefined ? {} : { family }),
            }),
          )
          .join('') +
        circle(25, 120, 22, C.wheat),
      4,
    ) +
    title
      .map((words, i) =>
        text(70, 190 + i * 74, words, {
          size: 60,
          fill: ink,
          weight: 700,
          ...(family === undefined ? {} : { family }),
        }),
      )
      .join('') +
    text(72, 220 + title.length * 74, line, { size: 32, fill: ink, family: SANS, weight: 500 }) +
    text(72, 550, 'Fictional product · The Vidhi Gazette', {
      size: 20,
      fill: ink,
      family: SANS,
      weight: 500,
    }),
});

export const PRODUCT_PICTURES: Record<string, Banner> = {
  'product-working-code': slide(
    C.linen,
    C.brick,
    C.plum,
    C.ink,
    ['The Working', 'Code'],
    'Procedure for the ordinary day.',
    'A red law book, The Working Code: procedure for the ordinary day.',
  ),
  'product-diary-2027': slide(
    C.teal,
    C.clay,
    C.brick,
    C.paper,
    ['Vidhi Diary', '2027'],
    'A page for each hearing.',
    'A diary in clay-coloured cloth, Vidhi Diary 2027: a page for each hearing.',
  ),
  'product-shabdavali': slide(
    C.sand,
    C.teal,
    C.moss,
    C.ink,
    ['विधि', 'शब्दावली'],
    'हिन्दी से अंग्रेज़ी, और वापस।',
    'A green dictionary of legal terms in Hindi and English, Vidhi Shabdavali.',
    SANS,
  ),
  'product-gst-evenings': slide(
    C.navy,
    C.ochre,
    C.brick,
    C.linen,
    ['GST in Forty', 'Evenings'],
    'One return at a time.',
    'An ochre book, GST in Forty Evenings: one return at a time.',
  ),
  'product-first-brief': slide(
    C.rose,
    C.navy,
    C.ink,
    C.ink,
    ['First Brief'],
    'Letters to a young advocate.',
    'A slim blue book, First Brief: letters to a young advocate.',
  ),
};
