import { C } from './palette.ts';
import { at, circle, faded, ground, path, pick, poly, rect, ring, scatter, stroke, times } from './shapes.ts';
import type { Scene } from './shapes.ts';

/** Mills, roads, ports and towers: where contracts come from. */
export const TRADE: Record<string, Scene> = {
  'mill-chimneys': {
    alt: 'A shut cement mill with three cold chimneys and a saw-tooth roof before a pale sun',
    draw: () =>
      ground(C.sand) +
      circle(800, 330, 190, C.paper) +
      times(
        3,
        (i) =>
          poly(
            [
              [170 + i * 190, 130 - i * 30],
              [226 + i * 190, 130 - i * 30],
              [244 + i * 190, 640],
              [152 + i * 190, 640],
            ],
            C.brick,
          ) +
          rect(160 + i * 190, 120 - i * 30, 76, 22, C.plum) +
          poly(
            [
              [158 + i * 190, 230],
              [238 + i * 190, 230],
              [240 + i * 190, 270],
              [156 + i * 190, 270],
            ],
            C.linen,
          ),
      ) +
      times(
        5,
        (i) =>
          poly(
            [
              [60 + i * 216, 520],
              [276 + i * 216, 400],
              [276 + i * 216, 520],
            ],
            C.slate,
          ) +
          poly(
            [
              [216 + i * 216, 452],
              [262 + i * 216, 426],
              [262 + i * 216, 500],
              [216 + i * 216, 500],
            ],
            C.mist,
          ),
      ) +
      rect(60, 520, 1080, 170, C.navy) +
      times(10, (i) => rect(96 + i * 106, 560, 56, 70, i === 3 || i === 7 ? C.ink : C.steel)) +
      rect(0, 690, 1200, 110, C.stone) +
      rect(520, 590, 160, 100, C.ink) +
      stroke('M530 600 L670 680 M670 600 L530 680', C.ochre, 8),
  },
  'truck-road': {
    alt: 'A loaded lorry halted on the shoulder of a hill road at evening',
    draw: () =>
      ground(C.rose) +
      circle(260, 240, 90, C.paper) +
      path('M0 420 Q200 250 420 380 T820 330 T1200 400 V800 H0 Z', C.clay) +
      path('M0 500 Q300 400 620 480 T1200 460 V800 H0 Z', C.brick) +
      rect(0, 560, 1200, 240, C.slate) +
      rect(0, 560, 1200, 14, C.linen) +
      times(8, (i) => rect(30 + i * 160, 706, 96, 14, C.wheat)) +
      rect(330, 300, 470, 250, C.teal, 8) +
      times(5, (i) => rect(360 + i * 88, 300, 8, 250, C.moss)) +
      path('M330 300 Q560 220 800 300 Z', C.ochre) +
      path('M810 550 V370 H940 L1000 450 V550 Z', C.wheat) +
      poly(
        [
          [838, 394],
          [926, 394],
          [966, 452],
          [838, 452],
        ],
        C.sky,
      ) +
      rect(976, 490, 36, 30, C.clay, 6) +
      rect(320, 540, 700, 26, C.ink) +
      times(
        3,
        (i) =>
          circle(430 + i * 230 + (i === 2 ? 50 : 0), 580, 56, C.ink) +
          circle(430 + i * 230 + (i === 2 ? 50 : 0), 580, 24, C.stone),
      ) +
      rect(1080, 380, 14, 200, C.paper) +
      poly(
        [
          [1040, 380],
          [1134, 380],
          [1087, 300],
        ],
        C.clay,
      ) +
      rect(1083, 330, 8, 26, C.paper),
  },
  'containers-port': {
    alt: 'Containers stacked in a port beneath a gantry crane that holds one in the air',
    draw: () =>
      ground(C.sky) +
      rect(0, 640, 1200, 160, C.teal) +
      times(6, (i) => rect(60 + i * 200 + (i % 2) * 60, 690 + (i % 3) * 30, 120, 6, C.sea)) +
      rect(0, 620, 1200, 34, C.stone) +
      times(12, (i) => {
        const [x, y] = [60 + (i % 4) * 180, 500 - Math.floor(i / 4) * 120];
        return i === 11 || i === 8
          ? ''
          : rect(x, y, 174, 116, pick([C.clay, C.navy, C.ochre, C.sea, C.brick], i * 2 + Math.floor(i / 4))) +
              times(7, (j) => faded(0.25, rect(x + 14 + j * 22, y + 10, 8, 96, C.ink)));
      }) +
      times(2, (i) => rect(820 + i * 270, 130, 26, 500, C.ink)) +
      rect(420, 110, 760, 34, C.ink) +
      stroke('M840 130 L1100 620 M1100 130 L840 620', C.navy, 8) +
      stroke('M560 144 L520 250 M620 144 L660 250', C.slate, 6) +
      rect(500, 250, 180, 110, C.wheat) +
      times(7, (j) => faded(0.25, rect(514 + j * 23, 260, 8, 90, C.ink))) +
      rect(540, 100, 110, 60, C.clay),
  },
  'shop-shutter': {
    alt: 'A street of small shops at dusk; one has its shutter half way down and a sewing machine inside',
    draw: () =>
      ground(C.plum) +
      rect(0, 90, 1200, 540, C.brick) +
      rect(0, 630, 1200, 170, C.ink) +
      rect(0, 630, 1200, 20, C.stone) +
      times(
        3,
        (i) =>
          rect(60 + i * 380, 240, 320, 390, i === 1 ? C.wheat : C.slate) +
          rect(60 + i * 380, 140, 320, 84, pick([C.teal, C.ochre, C.moss], i)) +
          rect(90 + i * 380, 168, 200, 14, C.paper) +
          rect(90 + i * 380, 192, 130, 10, C.paper),
      ) +
      times(12, (i) => rect(60, 240 + i * 33, 320, 6, C.navy) + rect(820, 240 + i * 33, 320, 6, C.navy)) +
      rect(440, 240, 320, 190, C.slate) +
      times(6, (i) => rect(440, 240 + i * 33, 320, 6, C.navy)) +
      rect(440, 424, 320, 14, C.ink) +
      rect(580, 438, 40, 14, C.stone) +
      rect(500, 560, 200, 16, C.brick) +
      rect(514, 576, 14, 54, C.ink) +
      rect(672, 576, 14, 54, C.ink) +
      path('M530 560 V520 H560 V490 H650 V560 H634 V516 H580 V560 Z', C.ink) +
      circle(664, 516, 20, C.ink) +
      circle(230, 560, 22, C.wheat) +
      rect(216, 556, 28, 34, C.wheat, 4) +
      ring(230, 552, 14, C.wheat, 6),
  },
  'pylon-night': {
    alt: 'Power lines carried on pylons over dark fields towards a mill with all its windows lit',
    draw: () => {
      const pylon = (x: number, scale: number) =>
        at(
          x,
          640,
          stroke(
            'M-70 0 L-20 -330 L-14 -470 L0 -520 L14 -470 L20 -330 L70 0 M-52 -120 L40 -200 M52 -120 L-40 -200 M-32 -250 L24 -330 M32 -250 L-24 -330 M-120 -340 H120 M-90 -430 H90',
            C.mist,
            9,
          ),
          0,
          scale,
        );
      return (
        ground(C.ink) +
        circle(960, 150, 60, C.linen) +
        times(40, (i) =>
          circle(Math.round(scatter(i) * 1200), Math.round(scatter(i, 2) * 420), 2.5, C.mist),
        ) +
        rect(0, 560, 1200, 240, C.navy) +
        path('M0 600 Q300 560 640 600 T1200 580 V800 H0 Z', C.moss) +
        rect(760, 470, 380, 130, C.plum) +
        times(4, (i) =>
          poly(
            [
              [760 + i * 95, 470],
              [855 + i * 95, 420],
              [855 + i * 95, 470],
            ],
            C.brick,
          ),
        ) +
        times(14, (i) => rect(784 + (i % 7) * 50, 494 + Math.floor(i / 7) * 48, 28, 30, C.wheat)) +
        stroke(
          'M0 250 Q120 300 190 300 Q400 420 520 400 Q680 470 780 470 M0 200 Q140 240 260 215 Q420 350 570 350 M310 300 Q480 420 600 400 Q700 460 790 470',
          C.slate,
          4,
        ) +
        pylon(240, 1) +
        pylon(560, 0.68)
      );
    },
  },
  'tower-blocks': {
    alt: 'Unfinished tower blocks with a crane above them and only the lower windows lit',
    draw: () =>
      ground(C.sky) +
      circle(240, 200, 80, C.wheat) +
      times(
        3,
        (i) =>
          rect(190 + i * 290, 170 + (i % 2) * 90, 230, 510, pick([C.clay, C.linen, C.sea], i)) +
          rect(370 + i * 290, 170 + (i % 2) * 90, 50, 510, pick([C.brick, C.sand, C.teal], i)) +
          times(i === 1 ? 21 : 24, (j) =>
            rect(
              212 + i * 290 + (j % 3) * 52,
              200 + (i % 2) * 90 + Math.floor(j / 3) * 54,
              32,
              34,
              Math.floor(j / 3) > 4 && scatter(j, i) > 0.35 ? C.wheat : C.navy,
            ),
          ),
      ) +
      rect(0, 680, 1200, 120, C.stone) +
      rect(0, 680, 1200, 12, C.slate) +
      rect(1060, 70, 18, 610, C.ochre) +
      rect(640, 70, 500, 16, C.ochre) +
      stroke('M1068 20 L660 72 M1068 20 L1130 72 M1068 20 V70 M740 86 V190', C.ochre, 5) +
      rect(716, 190, 48, 34, C.ink) +
      times(3, (i) => rect(930 + i * 50, 640 - i * 8, 44, 40 + i * 8, C.sand)),
  },
};
