import { C } from './palette.ts';
import {
  SANS,
  at,
  circle,
  ellipse,
  faded,
  path,
  poly,
  rect,
  ring,
  stroke,
  text,
  textLines,
  times,
} from './shapes.ts';
import type { Scene } from './shapes.ts';

/** A picture of its own size with words drawn in. */
export interface Banner extends Scene {
  width: number;
  height: number;
}

/** Says on a dark strip, legible over any drawing, that nobody sells this. */
const mark = (width: number, height: number) => {
  const size = width > 1000 ? 20 : 15;
  return (
    rect(width - size * 15.4, height - size * 1.9, size * 15.4, size * 1.9, C.ink) +
    text(width - size * 7.7, height - size * 0.62, 'FICTIONAL ADVERTISEMENT', {
      size,
      fill: C.paper,
      family: SANS,
      weight: 500,
      anchor: 'middle',
      spacing: 1.2,
    })
  );
};

const banner = (width: number, height: number, ground: string, alt: string, inner: string): Banner => ({
  width,
  height,
  alt: `${alt} Fictional advertisement.`,
  draw: () => rect(0, 0, width, height, ground) + inner + mark(width, height),
});

const small = (x: number, y: number, words: string, fill: string, size = 26) =>
  text(x, y, words, { size, fill, family: SANS, weight: 500 });

export const ADVERTISEMENT_PICTURES: Record<string, Banner> = {
  'ad-neelam-pens': banner(
    600,
    500,
    C.navy,
    'Neelam Fountain Pens: for signatures that will be looked at twice.',
    at(
      430,
      250,
      poly(
        [
          [0, 0],
          [40, -26],
          [100, -34],
          [100, 34],
          [40, 26],
        ],
        C.wheat,
      ) +
        rect(12, -2, 66, 4, C.ink) +
        rect(100, -44, 50, 88, C.ink, 5) +
        rect(150, -40, 400, 80, C.clay, 8) +
        rect(150, -40, 400, 24, C.rose, 8),
      -58,
    ) +
      stroke(
        'M60 330 C120 230 160 230 150 310 C140 370 200 320 220 290 C250 260 240 350 290 310 C330 280 360 330 420 256',
        C.linen,
        7,
      ) +
      text(44, 96, 'Neelam', { size: 64, fill: C.paper, weight: 700 }) +
      text(46, 140, 'fountain pens', { size: 30, fill: C.wheat, italic: true }) +
      small(44, 424, 'For signatures that will', C.linen) +
      small(44, 456, 'be looked at twice.', C.linen),
  ),
  'ad-bhaskar-robes': banner(
    600,
    500,
    C.linen,
    'Bhaskar Robes and Bands, tailors to the bar, with an advocate’s gown and white bands on a stand.',
    path('M380 150 Q460 100 540 150 L600 470 H320 Z', C.ink) +
      poly(
        [
          [460, 130],
          [500, 160],
          [460, 470],
          [420, 160],
        ],
        C.navy,
      ) +
      poly(
        [
          [444, 150],
          [460, 150],
          [452, 262],
          [424, 258],
        ],
        C.white,
      ) +
      poly(
        [
          [462, 150],
          [478, 150],
          [498, 258],
          [470, 262],
        ],
        C.white,
      ) +
      circle(460, 92, 34, C.wheat) +
      rect(452, 120, 16, 30, C.wheat) +
      text(40, 110, 'Bhaskar', { size: 56, fill: C.brick, weight: 700 }) +
      text(42, 152, 'Robes & Bands', { size: 30, fill: C.brick, italic: true }) +
      rect(42, 178, 120, 4, C.ochre) +
      small(42, 236, 'Cut for standing up in.', C.ink) +
      small(42, 270, 'Ready before the list is.', C.ink),
  ),
  'ad-dakghar-courier': banner(
    600,
    500,
    C.clay,
    'Dakghar Courier: it gets there, and we can prove it.',
    at(
      370,
      262,
      faded(0.25, rect(-176, -86, 380, 220, C.ink)) +
        rect(-190, -100, 380, 220, C.sand) +
        poly(
          [
            [-190, -100],
            [0, 40],
            [190, -100],
          ],
          C.wheat,
        ) +
        rect(90, -86, 76, 90, C.brick) +
        ring(70, -20, 40, C.plum, 5),
      -8,
    ) +
      text(40, 92, 'Dakghar', { size: 60, fill: C.paper, weight: 700 }) +
      small(42, 134, 'Courier for chambers', C.paper, 28) +
      small(42, 456, 'It arrives. We can prove it.', C.paper, 28),
  ),
  'ad-vanika-stationers': banner(
    900,
    600,
    C.sea,
    'Vanika Stationers: green paper, pink tape, and everything in between.',
    times(5, (i) =>
      at(
        640,
        380,
        faded(0.2, rect(-136, -176, 290, 380, C.ink)) +
          rect(-150, -190, 290, 380, [C.linen, C.mist, C.paper, C.rose, C.white][i] ?? C.paper),
        -22 + i * 9,
      ),
    ) +
      at(640, 380, textLines(-110, -140, 210, 9, 30, C.stone), 14) +
      stroke('M500 500 C600 430 700 570 820 470', C.clay, 18) +
      text(56, 120, 'Vanika', { size: 84, fill: C.ink, weight: 700 }) +
      text(58, 168, 'Stationers', { size: 40, fill: C.ink, italic: true }) +
      small(58, 250, 'Ledger, legal, foolscap.', C.ink, 30) +
      small(58, 290, 'Tape in two pinks.', C.ink, 30),
  ),
  'ad-court-nine-chai': banner(
    900,
    600,
    C.ochre,
    'Chai at Court No. 9: two minutes, even on a Monday.',
    circle(640, 320, 230, C.wheat) +
      poly(
        [
          [540, 180],
          [740, 180],
          [710, 500],
          [570, 500],
        ],
        C.sky,
      ) +
      poly(
        [
          [550, 250],
          [730, 250],
          [706, 490],
          [574, 490],
        ],
        C.clay,
      ) +
      ellipse(640, 250, 90, 18, C.rose) +
      times(4, (i) => rect(574 + i * 40, 270, 10, 210, C.brick)) +
      stroke('M600 150 q-20 -30 0 -56 q20 -26 0 -52 M680 150 q-20 -30 0 -56 q20 -26 0 -52', C.paper, 9) +
      text(52, 150, 'Chai at', { size: 62, fill: C.ink, weight: 700 }) +
      text(52, 226, 'Court No. 9', { size: 62, fill: C.ink, weight: 700 }) +
      small(54, 300, 'Two minutes.', C.ink, 34) +
      small(54, 344, 'Even on a Monday.', C.ink, 34),
  ),
  'ad-trikon-lamps': banner(
    900,
    600,
    C.ink,
    'Trikon study lamps: for the last brief of the night.',
    poly(
      [
        [560, 210],
        [800, 210],
        [890, 540],
        [470, 540],
      ],
      C.wheat,
    ) +
      poly(
        [
          [620, 210],
          [740, 210],
          [790, 540],
          [570, 540],
        ],
        C.paper,
      ) +
      poly(
        [
          [680, 70],
          [820, 220],
          [540, 220],
        ],
        C.clay,
      ) +
      stroke('M680 80 C680 20 440 20 440 140 V540', C.ochre, 12) +
      rect(380, 536, 120, 18, C.ochre, 6) +
      rect(0, 540, 900, 60, C.plum) +
      rect(600, 516, 160, 24, C.white) +
      text(56, 150, 'Trikon', { size: 76, fill: C.paper, weight: 700 }) +
      text(58, 200, 'study lamps', { size: 36, fill: C.wheat, italic: true }) +
      small(58, 300, 'For the last brief', C.linen, 30) +
      small(58, 340, 'of the night.', C.linen, 30),
  ),
  'ad-sagarpatnam-moot': banner(
    1200,
    400,
    C.teal,
    'Sagarpatnam Moot, 2027: thirty-two teams, one lectern; entries to 15 January.',
    ellipse(1010, 300, 190, 40, C.moss) +
      poly(
        [
          [960, 90],
          [1060, 90],
          [1084, 270],
          [936, 270],
        ],
        C.clay,
      ) +
      poly(
        [
          [946, 66],
          [1074, 66],
          [1060, 98],
          [960, 98],
        ],
        C.wheat,
      ) +
      text(60, 140, 'Sagarpatnam Moot', { size: 62, fill: C.paper, weight: 700 }) +
      text(62, 206, 'Thirty-two teams, one lectern.', { size: 34, fill: C.wheat, italic: true }) +
      small(62, 290, 'Entries close on 15 January 2027', C.paper, 30),
  ),
  'ad-kitab-ghar': banner(
    1200,
    400,
    C.brick,
    'Kitab Ghar Law Library: eleven thousand volumes, open from seven.',
    times(
      11,
      (i) =>
        rect(
          720 + i * 42,
          320 - (180 + ((i * 53) % 70)),
          36,
          180 + ((i * 53) % 70),
          [C.wheat, C.navy, C.sea, C.linen, C.moss][i % 5] ?? C.wheat,
        ) + rect(720 + i * 42, 170 + ((i * 29) % 40), 36, 6, C.paper),
    ) +
      rect(700, 320, 500, 16, C.plum) +
      text(60, 140, 'Kitab Ghar', { size: 72, fill: C.paper, weight: 700 }) +
      text(62, 200, 'Law Library', { size: 38, fill: C.wheat, italic: true }) +
      small(62, 290, 'Eleven thousand volumes. Open from seven.', C.paper, 30),
  ),
  'ad-rekha-translation': banner(
    1200,
    400,
    C.sand,
    'Rekha Document Translation: what the witness said, as the witness said it.',
    rect(820, 60, 130, 170, C.paper, 14) +
      text(885, 180, 'क', { size: 110, fill: C.brick, family: SANS, weight: 600, anchor: 'middle' }) +
      rect(1000, 130, 130, 170, C.navy, 14) +
      text(1065, 250, 'k', { size: 100, fill: C.paper, anchor: 'middle', weight: 700 }) +
      stroke('M950 100 C1010 80 1040 90 1060 124 M1000 270 C950 290 920 280 900 240', C.clay, 7) +
      text(60, 130, 'Rekha', { size: 76, fill: C.brick, weight: 700 }) +
      text(62, 184, 'document translation', { size: 34, fill: C.ink, italic: true }) +
      small(62, 260, 'What the witness said,', C.ink, 32) +
      small(62, 302, 'as the witness said it.', C.ink, 32),
  ),
  'ad-tarikh-diary': banner(
    1200,
    300,
    C.plum,
    'Tarikh, the hearing diary: every date, and the one before it.',
    at(
      1000,
      150,
      faded(0.3, rect(-130, -96, 290, 220, C.ink)) +
        rect(-140, -110, 280, 220, C.clay, 10) +
        rect(-110, -90, 230, 180, C.paper, 4) +
        times(12, (i) =>
          rect(-92 + (i % 4) * 50, -70 + Math.floor(i / 4) * 50, 36, 36, i === 6 ? C.clay : C.linen),
        ),
      8,
    ) +
      text(56, 124, 'Tarikh', { size: 72, fill: C.paper, weight: 700 }) +
      text(340, 122, 'the hearing diary', { size: 34, fill: C.wheat, italic: true }) +
      small(58, 200, 'Every date, and the one before it.', C.linen, 32),
  ),
  'ad-narmada-retreat': banner(
    1200,
    300,
    C.mist,
    'Narmada Retreat for Tired Juniors: no cause list, no signal, seven days.',
    circle(980, 120, 60, C.wheat) +
      path('M640 240 Q760 90 900 210 T1200 150 V300 H640 Z', C.sea) +
      path('M560 270 Q760 190 960 250 T1200 230 V300 H560 Z', C.teal) +
      path('M700 262 H800 Q784 284 750 284 Q716 284 700 262 Z', C.brick) +
      text(56, 110, 'Narmada Retreat', { size: 58, fill: C.moss, weight: 700 }) +
      text(58, 160, 'for tired juniors', { size: 32, fill: C.teal, italic: true }) +
      small(58, 236, 'No cause list. No signal. Seven days.', C.ink, 30),
  ),
};
