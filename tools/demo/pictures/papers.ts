import { C } from './palette.ts';
import {
  SANS,
  at,
  circle,
  ellipse,
  faded,
  ground,
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

/** Papers, stamped, signed, torn and sent. */
export const PAPERS: Record<string, Scene> = {
  'newspaper-press': {
    alt: 'A folded front page of the Vidhi Gazette lying on a pile of other copies',
    draw: () =>
      ground(C.teal) +
      sheet(640, 470, 720, 760, 9, '', C.sand) +
      sheet(600, 450, 720, 780, 2, '', C.linen) +
      sheet(
        580,
        440,
        740,
        800,
        -5,
        text(0, -300, 'The Vidhi Gazette', { size: 66, fill: C.ink, weight: 700, anchor: 'middle' }) +
          rect(-330, -270, 660, 4, C.ink) +
          rect(-330, -262, 660, 1.5, C.ink) +
          rect(-330, -236, 410, 250, C.clay) +
          poly(
            [
              [-330, 14],
              [-210, -120],
              [-120, -40],
              [-20, -170],
              [80, 14],
            ],
            C.brick,
          ) +
          circle(-10, -180, 30, C.wheat) +
          rect(104, -232, 226, 26, C.ink) +
          rect(104, -194, 180, 26, C.ink) +
          textLines(104, -140, 226, 8, 20, C.stone) +
          textLines(-330, 44, 200, 16, 20, C.stone, 2) +
          textLines(-108, 44, 200, 16, 20, C.stone, 3) +
          textLines(116, 44, 214, 16, 20, C.stone, 4),
      ),
  },
  'stamped-paper': {
    alt: 'A sheet of stamp paper with an engraved border and a round seal pressed over the signature',
    draw: () =>
      ground(C.moss) +
      sheet(
        560,
        440,
        640,
        900,
        4,
        rect(-290, -420, 580, 250, C.sand) +
          times(
            14,
            (i) => ring(-270 + i * 41.5, -400, 18, C.leaf, 4) + ring(-270 + i * 41.5, -190, 18, C.leaf, 4),
          ) +
          ring(0, -295, 70, C.brick, 6) +
          ring(0, -295, 54, C.brick, 3) +
          text(0, -282, '₹', { size: 56, fill: C.brick, anchor: 'middle', family: SANS, weight: 700 }) +
          textLines(-250, -120, 500, 9, 34, C.stone) +
          stroke('M-230 260 C-180 190 -150 300 -120 240 C-90 190 -60 290 0 230', C.navy, 6),
        C.paper,
      ) +
      at(
        730,
        560,
        faded(
          0.85,
          ring(0, 0, 120, C.plum, 10) +
            ring(0, 0, 92, C.plum, 4) +
            times(24, (i) => at(0, 0, rect(-3, -84, 6, 22, C.plum), i * 15)) +
            circle(0, 0, 44, C.plum),
        ),
        -12,
      ) +
      at(
        990,
        330,
        ellipse(10, 150, 90, 24, C.ink) +
          rect(-70, 90, 140, 60, C.clay, 8) +
          rect(-24, -40, 48, 140, C.wheat) +
          circle(0, -70, 62, C.wheat),
      ),
  },
  'ink-signature': {
    alt: 'The nib of a fountain pen at the end of a long looping signature',
    draw: () =>
      ground(C.paper) +
      rect(0, 610, 1200, 3, C.stone) +
      stroke(
        'M110 600 C170 380 260 380 240 520 C225 640 330 560 360 480 C390 420 420 600 460 560 C510 500 520 460 560 520 C580 560 610 560 640 530 C680 480 700 620 760 570',
        C.navy,
        14,
      ) +
      at(
        762,
        572,
        faded(
          0.2,
          poly(
            [
              [10, 20],
              [100, -10],
              [440, -330],
              [520, -230],
              [120, 90],
            ],
            C.ink,
          ),
        ),
        0,
      ) +
      at(
        760,
        572,
        poly(
          [
            [0, 0],
            [70, -46],
            [180, -60],
            [180, 60],
            [70, 46],
          ],
          C.wheat,
        ) +
          rect(20, -3, 120, 6, C.ink) +
          circle(140, 0, 12, C.ink) +
          rect(180, -76, 90, 152, C.ink, 8) +
          rect(270, -66, 40, 132, C.ochre) +
          rect(310, -72, 400, 144, C.brick, 10) +
          rect(310, -72, 400, 40, C.clay, 10),
        -42,
      ),
  },
  'envelope-notice': {
    alt: 'A registered envelope with a cancelled stamp, half out of which slides a folded notice',
    draw: () =>
      ground(C.sea) +
      sheet(640, 280, 620, 420, -4, textLines(-260, -150, 520, 6, 36, C.stone)) +
      at(
        600,
        480,
        faded(0.28, rect(-380, -190, 790, 430, C.ink)) +
          rect(-400, -210, 800, 430, C.sand) +
          poly(
            [
              [-400, -210],
              [0, 60],
              [400, -210],
              [400, -190],
              [0, 90],
              [-400, -190],
            ],
            C.wheat,
          ) +
          rect(-350, 60, 240, 100, C.white, 6) +
          textLines(-334, 80, 200, 3, 26, C.slate) +
          rect(230, -160, 130, 160, C.paper) +
          rect(244, -146, 102, 132, C.clay) +
          circle(295, -80, 36, C.wheat) +
          faded(
            0.8,
            ring(200, -60, 66, C.plum, 5) +
              times(4, (i) => stroke(`M200 ${-92 + i * 22} q24 -14 48 0 t48 0 t48 0`, C.plum, 4)),
          ) +
          rect(-40, 90, 220, 60, C.brick, 4) +
          text(70, 132, 'REGISTERED', {
            size: 28,
            fill: C.paper,
            family: SANS,
            weight: 700,
            anchor: 'middle',
            spacing: 3,
          }),
        3,
      ),
  },
  'inkwell-papers': {
    alt: 'A fanned pile of invoices beside a glass inkwell',
    draw: () =>
      ground(C.plum) +
      times(6, (i) =>
        sheet(
          500,
          470,
          420,
          620,
          -34 + i * 13,
          i === 5
            ? rect(-170, -260, 150, 40, C.clay) +
                textLines(-170, -180, 340, 4, 34, C.stone) +
                rect(-170, -10, 340, 3, C.ink) +
                times(
                  4,
                  (j) => rect(-170, 20 + j * 44, 180, 12, C.mist) + rect(90, 20 + j * 44, 80, 12, C.slate),
                ) +
                rect(-170, 200, 340, 3, C.ink) +
                rect(60, 226, 110, 22, C.brick)
            : '',
          i % 2 === 0 ? C.linen : C.paper,
        ),
      ) +
      ellipse(970, 630, 150, 34, C.ink) +
      path('M850 620 V500 L900 440 H1040 L1090 500 V620 Q970 660 850 620 Z', C.steel) +
      path('M866 616 V560 H1074 V616 Q970 648 866 616 Z', C.ink) +
      rect(900, 400, 140, 44, C.wheat, 8) +
      faded(0.5, rect(876, 510, 14, 90, C.sky, 7)),
  },
  'torn-cheque': {
    alt: 'A bank cheque torn in two with a jagged edge and a round returned mark on it',
    draw: () => {
      const left = 'M-420 -170 H-20 L10 -120 L-26 -70 L14 -20 L-22 30 L12 80 L-24 130 L0 170 H-420 Z';
      const right = 'M40 -170 H430 V170 H60 L36 130 L72 80 L38 30 L74 -20 L34 -70 L70 -120 Z';
      return (
        ground(C.steel) +
        at(
          -120,
          -80,
          faded(0.3, at(596, 436, path(left, C.ink), -5) + at(626, 400, path(right, C.ink), 5)) +
            at(
              580,
              416,
              path(left, C.linen) +
                path('M-420 -170 H-20 L10 -120 H-420 Z', C.sea) +
                rect(-390, -80, 200, 16, C.stone) +
                rect(-390, -30, 340, 3, C.slate) +
                rect(-390, 20, 300, 3, C.slate) +
                times(9, (i) => rect(-390 + i * 34, 110, 20, 24, C.slate)) +
                faded(0.9, ring(-130, 40, 74, C.clay, 9) + rect(-196, 28, 132, 24, C.clay)),
              -5,
            ) +
            at(
              612,
              380,
              path(right, C.linen) +
                path('M40 -170 H430 V-120 H70 Z', C.sea) +
                rect(200, -70, 200, 64, C.white) +
                text(220, -24, '₹', { size: 44, fill: C.ink, family: SANS, weight: 600 }) +
                stroke('M210 90 C240 40 260 120 290 80 C310 50 340 110 390 70', C.navy, 6) +
                rect(190, 112, 220, 3, C.slate),
              5,
            ),
          0,
          1.2,
        )
      );
    },
  },
};
