import { C } from './palette.ts';
import {
  at,
  circle,
  ellipse,
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

const facades = [C.plum, C.navy, C.steel] as const;

/** Towns, roads and homes. */
export const PLACES: Record<string, Scene> = {
  'skyline-night': {
    alt: 'City buildings at night; in one of them two neighbouring windows are lit',
    draw: () =>
      ground(C.ink) +
      circle(220, 170, 70, C.linen) +
      circle(250, 150, 60, C.ink) +
      times(9, (i) => {
        const h = 260 + Math.round(scatter(i, 4) * 330);
        return (
          rect(i * 140 - 30, 800 - h, 132, h, pick(facades, i)) +
          times(Math.floor(h / 60) * 2, (j) =>
            rect(i * 140 - 6 + (j % 2) * 56, 830 - h + Math.floor(j / 2) * 60, 30, 34, C.ink),
          )
        );
      }) +
      rect(470, 250, 270, 550, C.slate) +
      rect(680, 250, 60, 550, C.steel) +
      times(24, (i) =>
        rect(
          496 + (i % 3) * 62,
          284 + Math.floor(i / 3) * 62,
          42,
          42,
          i === 9 || i === 10 ? C.wheat : C.navy,
        ),
      ) +
      rect(580, 190, 60, 60, C.slate) +
      rect(606, 110, 6, 80, C.slate) +
      circle(609, 106, 7, C.clay),
  },
  'bus-skyline': {
    alt: 'A bus stand at daybreak with a row of ticket counters, one of them marked nine',
    draw: () =>
      ground(C.rose) +
      circle(600, 320, 150, C.paper) +
      times(9, (i) =>
        rect(i * 140 - 20, 250 + Math.round(scatter(i) * 110), 120, 300, i % 2 === 0 ? C.clay : C.brick),
      ) +
      rect(0, 430, 1200, 210, C.linen) +
      rect(0, 400, 1200, 40, C.teal) +
      times(
        6,
        (i) =>
          rect(40 + i * 200, 470, 150, 120, i === 3 ? C.wheat : C.steel) +
          circle(115 + i * 200, 418, 14, i === 3 ? C.wheat : C.sea),
      ) +
      text(715, 562, '9', { size: 80, fill: C.brick, anchor: 'middle', weight: 700 }) +
      rect(0, 640, 1200, 160, C.slate) +
      at(
        90,
        470,
        rect(0, 0, 500, 210, C.ochre, 24) +
          rect(0, 120, 500, 22, C.brick) +
          times(5, (i) => rect(30 + i * 84, 28, 68, 76, C.navy, 6)) +
          rect(446, 28, 40, 160, C.navy, 6) +
          circle(110, 214, 46, C.ink) +
          circle(110, 214, 20, C.stone) +
          circle(390, 214, 46, C.ink) +
          circle(390, 214, 20, C.stone),
      ) +
      times(
        2,
        (i) =>
          circle(760 + i * 110, 610, 24, C.ink) +
          rect(734 + i * 110, 634, 52, 110, i === 0 ? C.brick : C.moss, 20),
      ),
  },
  'rider-city': {
    alt: 'A delivery rider with a large square bag rides past tall shuttered houses',
    draw: () =>
      ground(C.sky) +
      times(
        5,
        (i) =>
          rect(i * 250 - 10, 60 + (i % 3) * 50, 230, 560, pick([C.sand, C.rose, C.mist, C.linen], i)) +
          times(
            9,
            (j) =>
              rect(20 + i * 250 + (j % 3) * 66, 130 + (i % 3) * 50 + Math.floor(j / 3) * 130, 42, 80, C.sea) +
              rect(40 + i * 250 + (j % 3) * 66, 130 + (i % 3) * 50 + Math.floor(j / 3) * 130, 3, 80, C.teal),
          ),
      ) +
      rect(0, 620, 1200, 180, C.slate) +
      rect(0, 620, 1200, 14, C.stone) +
      times(7, (i) => rect(40 + i * 180, 730, 100, 12, C.paper)) +
      at(
        600,
        640,
        ring(-170, 0, 66, C.ink, 26) +
          ring(190, 0, 66, C.ink, 26) +
          path(
            'M-230 -40 H-60 L0 -60 H90 L130 -170 H170 L200 -30 L150 -30 L120 0 H-90 Q-110 -60 -170 -60 Z',
            C.clay,
          ) +
          rect(-160, -100, 150, 30, C.ink, 14) +
          stroke('M140 -190 L110 -220', C.ink, 14) +
          rect(-300, -330, 210, 210, C.brick, 12) +
          rect(-300, -330, 210, 40, C.clay, 12) +
          rect(-230, -250, 70, 60, C.paper, 6) +
          path('M-90 -100 Q-90 -260 -10 -280 Q40 -240 20 -100 Z', C.teal) +
          stroke('M0 -240 L70 -190 L116 -214', C.moss, 34) +
          stroke('M-30 -100 L50 -90 L60 -10', C.navy, 36) +
          circle(20, -330, 58, C.wheat) +
          path('M20 -388 A58 58 0 0 1 78 -330 H20 Z', C.navy),
      ),
  },
  'house-courtyard': {
    alt: 'A two-storey house cut open to show a staircase between its two kitchens',
    draw: () =>
      ground(C.mist) +
      rect(0, 680, 1200, 120, C.leaf) +
      rect(220, 180, 760, 510, C.paper) +
      poly(
        [
          [190, 180],
          [1010, 180],
          [960, 110],
          [240, 110],
        ],
        C.clay,
      ) +
      rect(220, 420, 760, 26, C.brick) +
      rect(220, 664, 760, 26, C.brick) +
      rect(250, 206, 250, 214, C.rose) +
      rect(700, 206, 250, 214, C.wheat) +
      rect(250, 446, 250, 218, C.sea) +
      rect(700, 446, 250, 218, C.sand) +
      times(7, (i) => rect(520 + i * 24, 634 - i * 30, 40, 30 + i * 30, C.sand)) +
      stroke('M520 590 L690 380', C.brick, 10) +
      rect(516, 206, 170, 214, C.linen) +
      times(7, (i) => rect(520 + i * 24, 634 - i * 30, 40, 8, C.clay)) +
      rect(730, 590, 190, 74, C.brick) +
      rect(760, 556, 60, 34, C.ink) +
      rect(840, 540, 40, 50, C.stone) +
      rect(730, 350, 190, 70, C.clay) +
      rect(770, 316, 60, 34, C.ink) +
      rect(280, 590, 180, 74, C.teal, 10) +
      rect(280, 560, 60, 50, C.paper, 10) +
      rect(280, 350, 180, 70, C.plum, 10) +
      rect(390, 322, 60, 44, C.paper, 10) +
      rect(330, 250, 90, 60, C.sky) +
      rect(330, 480, 90, 56, C.sky) +
      rect(1040, 560, 20, 130, C.brick) +
      circle(1050, 510, 76, C.moss) +
      circle(1096, 560, 50, C.leaf) +
      rect(110, 620, 60, 70, C.clay) +
      circle(140, 590, 46, C.moss),
  },
  'family-tree': {
    alt: 'A tree whose branches end in portraits of sons and daughters, all of one size',
    draw: () =>
      ground(C.paper) +
      ellipse(600, 724, 420, 34, C.sand) +
      stroke(
        'M600 720 V430 M600 560 Q430 520 360 400 M600 560 Q770 520 840 400 M600 470 Q520 400 500 260 M600 470 Q680 400 700 260 M360 400 Q250 360 220 260 M840 400 Q950 360 980 260',
        C.brick,
        26,
      ) +
      times(24, (i) =>
        at(
          Math.round(180 + scatter(i) * 840),
          Math.round(120 + scatter(i, 2) * 330),
          path('M0 0 Q34 -34 0 -72 Q-34 -34 0 0 Z', i % 2 === 0 ? C.leaf : C.moss),
          Math.round(scatter(i, 3) * 360),
        ),
      ) +
      times(4, (i) => {
        const [x, y] = [
          [220, 240],
          [500, 230],
          [700, 230],
          [980, 240],
        ][i] ?? [0, 0];
        return at(
          x ?? 0,
          y ?? 0,
          circle(0, 0, 92, C.wheat) +
            circle(0, 0, 80, pick([C.sea, C.rose, C.mist, C.clay], i)) +
            (i % 2 === 1
              ? path('M-44 50 Q-50 -60 0 -60 Q50 -60 44 50 Z', C.ink)
              : path('M-34 -20 Q-34 -60 0 -60 Q34 -60 34 -20 Z', C.ink)) +
            circle(0, -16, 30, C.linen) +
            path('M-58 54 Q0 -6 58 54 Q0 106 -58 54 Z', pick([C.teal, C.brick, C.plum, C.navy], i)),
        );
      }) +
      times(2, (i) =>
        at(
          360 + i * 480,
          410,
          circle(0, 0, 74, C.ochre) +
            circle(0, 0, 64, C.linen) +
            (i === 1
              ? path('M-36 40 Q-40 -48 0 -48 Q40 -48 36 40 Z', C.stone)
              : path('M-28 -16 Q-28 -48 0 -48 Q28 -48 28 -16 Z', C.stone)) +
            circle(0, -12, 24, C.rose) +
            path('M-46 44 Q0 -4 46 44 Q0 84 -46 44 Z', i === 0 ? C.slate : C.clay),
        ),
      ),
  },
};
