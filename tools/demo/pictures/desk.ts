import { C } from './palette.ts';
import {
  at,
  circle,
  ellipse,
  faded,
  ground,
  path,
  pick,
  poly,
  rect,
  ring,
  scatter,
  stroke,
  text,
  textLines,
  times,
} from './shapes.ts';
import type { Scene } from './shapes.ts';

const sheet = (
  x: number,
  y: number,
  w: number,
  h: number,
  turn: number,
  inner: string,
  fill: string = C.white,
) =>
  at(
    x,
    y,
    faded(0.28, rect(14 - w / 2, 18 - h / 2, w, h, C.ink)) + rect(-w / 2, -h / 2, w, h, fill) + inner,
    turn,
  );

/** Books and what lies on a desk. */
export const DESK: Record<string, Scene> = {
  'calendar-limitation': {
    alt: 'A wall calendar with weeks crossed off and one day circled in red',
    draw: () =>
      ground(C.linen) +
      faded(0.25, rect(226, 96, 780, 650, C.ink)) +
      rect(200, 70, 780, 650, C.white) +
      rect(200, 70, 780, 130, C.navy) +
      times(2, (i) => rect(380 + i * 400, 40, 20, 80, C.stone, 10)) +
      text(590, 156, 'NOVEMBER', { size: 56, fill: C.paper, anchor: 'middle', spacing: 14 }) +
      times(30, (i) => {
        const x = 256 + (i % 7) * 112;
        const y = 276 + Math.floor(i / 7) * 96;
        return (
          text(x, y, String(i + 1), {
            size: 38,
            fill: i < 19 ? C.stone : C.ink,
            anchor: 'middle',
            weight: 700,
          }) + (i < 19 ? stroke(`M${x - 30} ${y + 6} L${x + 30} ${y - 34}`, C.mist, 6) : '')
        );
      }) +
      stroke(
        'M856 412 C800 392 750 428 758 466 C770 508 866 506 882 460 C894 416 846 394 796 408',
        C.clay,
        10,
      ) +
      at(
        1060,
        600,
        rect(-16, -220, 32, 300, C.ochre, 6) +
          poly(
            [
              [-16, 80],
              [16, 80],
              [0, 130],
            ],
            C.wheat,
          ) +
          rect(-16, -240, 32, 40, C.clay, 8),
        24,
      ),
  },
  'lamp-library': {
    alt: 'A reading lamp lights an open book at night; more books stand in the dark behind it',
    draw: () =>
      ground(C.ink) +
      times(20, (i) =>
        rect(
          30 + i * 58,
          80 + Math.round(scatter(i) * 60),
          48,
          330 - Math.round(scatter(i) * 60),
          pick([C.navy, C.plum, C.moss, C.steel], i * 3 + (i % 2)),
        ),
      ) +
      rect(0, 410, 1200, 22, C.plum) +
      poly(
        [
          [560, 300],
          [880, 300],
          [1060, 690],
          [380, 690],
        ],
        C.wheat,
      ) +
      faded(
        0.5,
        poly(
          [
            [620, 300],
            [820, 300],
            [920, 690],
            [520, 690],
          ],
          C.paper,
        ),
      ) +
      rect(0, 690, 1200, 110, C.brick) +
      ellipse(720, 694, 330, 24, C.wheat) +
      path('M540 310 C560 190 880 190 900 310 Z', C.leaf) +
      rect(708, 160, 24, 60, C.ochre) +
      stroke('M720 165 C720 90 300 60 300 250 V680', C.ochre, 16) +
      rect(220, 672, 160, 24, C.ochre, 8) +
      path('M720 680 C660 640 560 640 500 664 V690 H720 Z', C.white) +
      path('M720 680 C780 640 880 640 940 664 V690 H720 Z', C.paper),
  },
  'ledger-columns': {
    alt: 'An open ledger with ruled columns of figures and a red pencil laid across the page',
    draw: () =>
      ground(C.clay) +
      faded(0.3, rect(130, 130, 980, 610, C.ink)) +
      rect(100, 96, 1000, 620, C.navy, 10) +
      rect(120, 106, 480, 596, C.paper) +
      rect(600, 106, 480, 596, C.white) +
      faded(0.5, rect(570, 106, 30, 596, C.sand)) +
      times(15, (i) => rect(120, 176 + i * 35, 960, 2, C.mist)) +
      times(
        2,
        (i) =>
          rect(220 + i * 480, 106, 3, 596, C.rose) +
          rect(440 + i * 480, 106, 3, 596, C.rose) +
          rect(520 + i * 480, 106, 2, 596, C.rose),
      ) +
      times(
        28,
        (i) =>
          rect(
            236 + (i % 2) * 480,
            190 + Math.floor(i / 2) * 35,
            70 + Math.round(scatter(i) * 110),
            9,
            C.slate,
          ) +
          rect(
            452 + (i % 2) * 480,
            190 + Math.floor(i / 2) * 35,
            20 + Math.round(scatter(i, 5) * 40),
            9,
            C.ink,
          ),
      ) +
      at(
        830,
        470,
        faded(0.3, rect(-250, 26, 500, 20, C.ink, 8)) +
          rect(-250, -16, 440, 32, C.brick, 4) +
          rect(-250, -16, 440, 10, C.clay) +
          poly(
            [
              [190, -16],
              [190, 16],
              [252, 0],
            ],
            C.sand,
          ) +
          poly(
            [
              [228, -6],
              [228, 6],
              [252, 0],
            ],
            C.brick,
          ) +
          rect(-290, -16, 44, 32, C.rose, 6),
        -32,
      ),
  },
  'book-shelf': {
    alt: 'Library shelves of law reports in brown, green and blue, with one volume leaning',
    draw: () =>
      ground(C.brick) +
      times(
        3,
        (row) =>
          rect(40, 30 + row * 260, 1120, 216, C.ink) +
          times(19, (i) => {
            const h = 150 + Math.round(scatter(i, row + 1) * 50);
            const fill = pick([C.ochre, C.moss, C.steel, C.clay, C.wheat, C.teal], i * (row + 2) + row);
            return row === 1 && i === 12
              ? at(40 + i * 58 + 18, 506, rect(0, -176, 44, 176, C.paper) + rect(0, -140, 44, 10, C.clay), 12)
              : row === 1 && i === 13
                ? ''
                : rect(52 + i * 58, 246 + row * 260 - h, 50, h, fill) +
                  rect(52 + i * 58, 246 + row * 260 - h + 24, 50, 8, C.paper) +
                  rect(52 + i * 58, 246 + row * 260 - 36, 50, 6, C.paper);
          }) +
          rect(30, 246 + row * 260, 1140, 18, C.clay),
      ),
  },
  'two-volumes': {
    alt: 'A thick old law book and a slim new one standing side by side on a desk',
    draw: () =>
      ground(C.wheat) +
      rect(0, 610, 1200, 190, C.brick) +
      rect(0, 610, 1200, 12, C.clay) +
      ellipse(600, 660, 430, 40, C.plum) +
      rect(250, 120, 380, 540, C.plum, 6) +
      rect(250, 120, 80, 540, C.ink, 6) +
      rect(630, 132, 40, 516, C.linen) +
      times(9, (i) => rect(634 + i * 4, 132, 1.5, 516, C.sand)) +
      rect(360, 190, 240, 6, C.wheat) +
      rect(360, 560, 240, 6, C.wheat) +
      text(480, 360, '1961', { size: 88, fill: C.wheat, anchor: 'middle', weight: 700 }) +
      times(6, (i) =>
        rect(664, 180 + i * 62, 34 + Math.round(scatter(i) * 26), 12, pick([C.clay, C.sea, C.ochre], i)),
      ) +
      rect(770, 200, 250, 460, C.teal, 4) +
      rect(770, 200, 36, 460, C.moss, 4) +
      rect(1020, 210, 16, 440, C.white) +
      text(912, 400, '2025', { size: 66, fill: C.paper, anchor: 'middle', weight: 700 }) +
      rect(830, 260, 164, 4, C.paper) +
      rect(830, 580, 164, 4, C.paper),
  },
  'gazette-desk': {
    alt: 'An editor’s desk from above: a proof with corrections, spectacles, a cup of tea and a pencil',
    draw: () =>
      ground(C.brick) +
      times(5, (i) => rect(0, 158 + i * 160, 1200, 3, C.plum)) +
      sheet(
        520,
        410,
        560,
        700,
        -6,
        text(0, -270, 'Fictional', { size: 58, fill: C.ink, weight: 700, anchor: 'middle' }) +
          rect(-230, -240, 460, 3, C.ink) +
          textLines(-230, -200, 210, 20, 24, C.stone) +
          textLines(20, -200, 210, 20, 24, C.stone, 7) +
          ring(-120, -40, 46, C.clay, 6) +
          stroke('M40 60 l150 20 M40 90 l120 10 M200 -120 q50 30 10 70', C.clay, 6),
        C.paper,
      ) +
      circle(980, 250, 130, C.linen) +
      circle(980, 250, 100, C.white) +
      circle(980, 250, 82, C.ochre) +
      ring(1096, 250, 36, C.linen, 16) +
      at(
        930,
        590,
        ring(-80, 0, 66, C.ink, 12) +
          ring(90, 0, 66, C.ink, 12) +
          stroke('M-14 -6 q20 -18 38 0 M-146 -10 l-40 60 M156 -10 l50 60', C.ink, 12),
        -14,
      ) +
      at(
        300,
        690,
        rect(-160, -13, 280, 26, C.wheat) +
          poly(
            [
              [120, -13],
              [120, 13],
              [170, 0],
            ],
            C.linen,
          ) +
          rect(-190, -13, 34, 26, C.rose),
        -4,
      ),
  },
  'typewriter-order': {
    alt: 'An old typewriter with no typist, its sheet of paper already full of lines',
    draw: () =>
      ground(C.sky) +
      rect(0, 640, 1200, 160, C.slate) +
      ellipse(600, 690, 500, 46, C.navy) +
      rect(390, 40, 420, 330, C.white) +
      textLines(430, 84, 340, 10, 26, C.stone) +
      rect(270, 330, 660, 70, C.ink, 34) +
      rect(220, 342, 60, 46, C.wheat, 10) +
      rect(920, 342, 60, 46, C.wheat, 10) +
      stroke('M240 340 L180 270', C.stone, 12) +
      circle(176, 264, 18, C.clay) +
      poly(
        [
          [300, 400],
          [900, 400],
          [960, 560],
          [240, 560],
        ],
        C.teal,
      ) +
      poly(
        [
          [240, 560],
          [960, 560],
          [1030, 690],
          [170, 690],
        ],
        C.moss,
      ) +
      path('M450 420 H750 L720 500 H480 Z', C.ink) +
      times(3, (row) =>
        times(
          10 + row,
          (i) =>
            circle(Math.round(304 - row * 22 + i * (66 - row * 1.4)), 590 + row * 34, 17, C.linen) +
            circle(Math.round(304 - row * 22 + i * (66 - row * 1.4)), 590 + row * 34, 10, C.sand),
        ),
      ),
  },
};
