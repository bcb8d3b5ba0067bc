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
  times,
} from './shapes.ts';
import type { Scene } from './shapes.ts';

const pin = (x: number, y: number, fill: string) =>
  at(
    x,
    y,
    faded(0.3, ellipse(8, 2, 26, 9, C.ink)) +
      path('M0 0 C-50 -66 -40 -120 0 -120 C40 -120 50 -66 0 0 Z', fill) +
      circle(0, -76, 18, C.paper),
  );

/** Maps, plans and land seen from above. */
export const MAPS: Record<string, Scene> = {
  'map-districts': {
    alt: 'A map of districts in muted colours with a river across it and three pins',
    draw: () =>
      ground(C.mist) +
      poly(
        [
          [0, 0],
          [420, 0],
          [360, 250],
          [120, 330],
          [0, 260],
        ],
        C.linen,
      ) +
      poly(
        [
          [420, 0],
          [820, 0],
          [760, 210],
          [560, 300],
          [360, 250],
        ],
        C.sand,
      ) +
      poly(
        [
          [820, 0],
          [1200, 0],
          [1200, 300],
          [980, 340],
          [760, 210],
        ],
        C.rose,
      ) +
      poly(
        [
          [0, 260],
          [120, 330],
          [360, 250],
          [420, 520],
          [220, 640],
          [0, 560],
        ],
        C.wheat,
      ) +
      poly(
        [
          [360, 250],
          [560, 300],
          [760, 210],
          [820, 470],
          [640, 600],
          [420, 520],
        ],
        C.paper,
      ) +
      poly(
        [
          [760, 210],
          [980, 340],
          [1200, 300],
          [1200, 620],
          [960, 640],
          [820, 470],
        ],
        C.linen,
      ) +
      poly(
        [
          [0, 560],
          [220, 640],
          [420, 520],
          [500, 800],
          [0, 800],
        ],
        C.rose,
      ) +
      poly(
        [
          [420, 520],
          [640, 600],
          [820, 470],
          [880, 800],
          [500, 800],
        ],
        C.sand,
      ) +
      poly(
        [
          [820, 470],
          [960, 640],
          [1200, 620],
          [1200, 800],
          [880, 800],
        ],
        C.wheat,
      ) +
      stroke('M-20 420 C160 380 240 480 400 430 S640 330 760 400 S1000 480 1220 420', C.sea, 30) +
      stroke(
        'M420 0 L360 250 L420 520 L500 800 M820 0 L760 210 L820 470 L880 800 M0 260 L120 330 L360 250 L560 300 L760 210 L980 340 L1200 300 M0 560 L220 640 L420 520 L640 600 L820 470 L960 640 L1200 620',
        C.stone,
        4,
      ) +
      times(14, (i) =>
        circle(Math.round(60 + scatter(i) * 1080), Math.round(50 + scatter(i, 3) * 700), 7, C.slate),
      ) +
      pin(570, 470, C.clay) +
      pin(960, 250, C.teal) +
      pin(240, 300, C.brick),
  },
  'map-parcels': {
    alt: 'A hand-drawn survey plan: numbered plots around a grove of mango trees',
    draw: () =>
      ground(C.linen) +
      faded(
        0.6,
        times(12, (i) => rect(i * 100, 0, 2, 800, C.sand) + rect(0, i * 100, 1200, 2, C.sand)),
      ) +
      poly(
        [
          [330, 210],
          [790, 160],
          [880, 560],
          [420, 640],
        ],
        C.mist,
      ) +
      stroke(
        'M60 120 L330 210 L420 640 L180 760 M330 210 L790 160 L1140 60 M790 160 L880 560 L1150 640 M420 640 L880 560 M880 560 L900 780 M560 20 L590 182',
        C.brick,
        6,
      ) +
      times(22, (i) => {
        const [x, y] = [
          390 + (i % 6) * 76 + Math.floor(i / 6) * 22,
          270 + Math.floor(i / 6) * 88 - (i % 6) * 8,
        ];
        return (
          circle(x + 6, y + 8, 30, C.slate) + circle(x, y, 30, C.leaf) + circle(x - 8, y - 8, 12, C.ochre)
        );
      }) +
      times(6, (i) =>
        text(
          [160, 440, 980, 1010, 250, 660][i] ?? 0,
          [420, 110, 330, 720, 700, 740][i] ?? 0,
          ['41', '42', '44', '46/2', '45', '47'][i] ?? '',
          { size: 46, fill: C.brick, italic: true, anchor: 'middle' },
        ),
      ) +
      at(
        1070,
        190,
        poly(
          [
            [0, -80],
            [22, 40],
            [0, 22],
            [-22, 40],
          ],
          C.ink,
        ) + text(0, -96, 'N', { size: 34, fill: C.ink, anchor: 'middle', weight: 700 }),
      ) +
      rect(70, 70, 200, 12, C.ink) +
      rect(120, 70, 50, 12, C.paper) +
      rect(220, 70, 50, 12, C.paper),
  },
  'fields-plots': {
    alt: 'Fields of different crops seen from the air, parted by a white road and a row of trees',
    draw: () =>
      ground(C.leaf) +
      times(20, (i) => {
        const [x, y] = [(i % 5) * 250 - 60, Math.floor(i / 5) * 210 - 30];
        const fill = pick(
          [C.wheat, C.leaf, C.sand, C.moss, C.ochre, C.sea, C.linen],
          i * 3 + Math.floor(i / 5),
        );
        return at(
          x,
          y,
          poly(
            [
              [0, 0],
              [240, 20],
              [230, 200],
              [-10, 190],
            ],
            fill,
          ) +
            faded(
              0.25,
              times(8, (j) =>
                i % 2 === 0 ? rect(10 + j * 28, 14, 6, 170, C.moss) : rect(4, 22 + j * 22, 222, 5, C.moss),
              ),
            ),
        );
      }) +
      path(
        'M-20 620 C260 560 420 420 640 380 S1000 240 1220 60 V120 C1000 300 880 400 650 440 S280 640 -20 690 Z',
        C.paper,
      ) +
      times(
        16,
        (i) =>
          circle(40 + i * 76, Math.round(700 - i * 42 + Math.sin(i) * 20), 24, C.moss) +
          circle(34 + i * 76, Math.round(694 - i * 42 + Math.sin(i) * 20), 18, C.leaf),
      ) +
      rect(820, 530, 90, 70, C.clay) +
      poly(
        [
          [810, 530],
          [865, 490],
          [920, 530],
        ],
        C.brick,
      ) +
      circle(980, 590, 34, C.steel) +
      ring(980, 590, 34, C.stone, 8),
  },
  'bridge-river': {
    alt: 'A stone bridge of five arches over a wide river, hills behind',
    draw: () =>
      ground(C.linen) +
      circle(930, 190, 84, C.wheat) +
      path('M0 420 Q180 220 380 380 T760 330 T1200 400 V520 H0 Z', C.sea) +
      path('M0 470 Q300 360 640 460 T1200 440 V540 H0 Z', C.teal) +
      rect(0, 520, 1200, 280, C.steel) +
      times(5, (i) =>
        path(
          `M${-20 + i * 250} 400 H${230 + i * 250} V640 H${200 + i * 250} A95 120 0 0 0 ${10 + i * 250} 640 H${-20 + i * 250} Z`,
          C.clay,
        ),
      ) +
      rect(0, 360, 1200, 60, C.brick) +
      times(41, (i) => rect(i * 30, 330, 12, 34, C.brick)) +
      rect(0, 322, 1200, 14, C.rose) +
      times(5, (i) =>
        poly(
          [
            [-20 + i * 250, 640],
            [10 + i * 250, 640],
            [4 + i * 250, 690],
            [-14 + i * 250, 690],
          ],
          C.plum,
        ),
      ) +
      times(16, (i) => rect(Math.round(scatter(i) * 1100), 690 + (i % 5) * 22, 70 + (i % 3) * 40, 5, C.sea)),
  },
  'lake-survey': {
    alt: 'Contour lines around two lakes joined by a narrow channel, with a boat on the smaller one',
    draw: () =>
      ground(C.sand) +
      times(5, (i) =>
        faded(
          0.9,
          ellipse(400, 400, 430 - i * 42, 350 - i * 40, pick([C.linen, C.sand], i)) +
            ellipse(900, 420, 310 - i * 34, 290 - i * 34, pick([C.linen, C.sand], i)),
        ),
      ) +
      times(
        4,
        (i) =>
          `<ellipse cx="400" cy="400" rx="${410 - i * 46}" ry="${330 - i * 42}" fill="none" stroke="${C.ochre}" stroke-width="3"/><ellipse cx="900" cy="420" rx="${296 - i * 38}" ry="${270 - i * 38}" fill="none" stroke="${C.ochre}" stroke-width="3"/>`,
      ) +
      path(
        'M210 400 C210 270 320 220 430 240 C560 250 600 350 590 400 C660 430 720 400 760 420 C760 350 830 310 910 320 C1010 330 1040 420 1010 480 C970 550 860 550 790 490 C730 460 660 480 580 450 C560 540 470 580 390 570 C280 560 210 490 210 400 Z',
        C.teal,
      ) +
      path(
        'M260 400 C270 310 340 280 420 290 C500 300 540 360 530 410 C520 480 450 520 380 510 C300 500 256 460 260 400 Z',
        C.sea,
      ) +
      ellipse(890, 430, 70, 54, C.sea) +
      at(
        890,
        420,
        path('M-56 0 H56 Q40 34 0 34 Q-40 34 -56 0 Z', C.brick) +
          rect(-4, -70, 6, 70, C.ink) +
          poly(
            [
              [4, -66],
              [50, -10],
              [4, -10],
            ],
            C.paper,
          ),
      ) +
      stroke('M120 700 L240 640 L360 690 L520 640 L640 700', C.clay, 6) +
      times(5, (i) =>
        circle([120, 240, 360, 520, 640][i] ?? 0, [700, 640, 690, 640, 700][i] ?? 0, 13, C.brick),
      ),
  },
};
