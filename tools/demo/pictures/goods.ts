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
  times,
} from './shapes.ts';
import type { Scene } from './shapes.ts';

/** Things that are made, stacked, sold and taxed. */
export const GOODS: Record<string, Scene> = {
  'woven-loom': {
    alt: 'A close view of handloom cloth, over and under, with a wooden shuttle lying across it',
    draw: () =>
      ground(C.ink) +
      times(24 * 16, (i) => {
        const [column, row] = [i % 24, Math.floor(i / 24)];
        const warp = (column + row) % 2 === 0;
        const fill = warp
          ? pick([C.clay, C.clay, C.brick, C.ochre, C.brick, C.clay], column)
          : pick([C.linen, C.sand, C.linen, C.navy], row);
        return warp
          ? rect(column * 50 + 3, row * 50 - 6, 44, 62, fill, 8)
          : rect(column * 50 - 6, row * 50 + 3, 62, 44, fill, 8);
      }) +
      at(
        640,
        420,
        faded(0.4, path('M-430 30 Q0 -90 430 30 Q0 150 -430 30 Z', C.ink)) +
          path('M-430 0 Q0 -130 430 0 Q0 130 -430 0 Z', C.wheat) +
          path('M-430 0 Q0 -130 430 0 Q0 -70 -430 0 Z', C.sand) +
          rect(-170, -34, 340, 68, C.plum, 34) +
          rect(-120, -22, 240, 44, C.rose, 12) +
          times(12, (i) => rect(-112 + i * 20, -22, 4, 44, C.clay)),
        -22,
      ),
  },
  'coins-ledger': {
    alt: 'Five stacks of coins rising from left to right, the last one taller than the page',
    draw: () =>
      ground(C.moss) +
      rect(0, 640, 1200, 160, C.ink) +
      faded(
        0.25,
        times(6, (i) => rect(0, 100 + i * 100, 1200, 3, C.mist)),
      ) +
      times(
        5,
        (i) =>
          ellipse(190 + i * 205, 676, 96, 24, C.plum) +
          times(3 + i * 4, (j) => {
            const y = 660 - j * 28;
            const x = 190 + i * 205 + Math.round((scatter(j, i + 1) - 0.5) * 10);
            return (
              rect(x - 80, y - 14, 160, 28, j % 2 === 0 ? C.ochre : C.wheat) +
              ellipse(x, y + 14, 80, 20, j % 2 === 0 ? C.ochre : C.wheat) +
              ellipse(x, y - 14, 80, 20, j % 2 === 0 ? C.wheat : C.sand)
            );
          }) +
          at(190 + i * 205, 650 - (2 + i * 4) * 28, ellipse(0, -4, 52, 12, C.ochre)),
      ),
  },
  'share-chart': {
    alt: 'A chart of price bars on squared paper, four struck through and one ringed',
    draw: () =>
      ground(C.linen) +
      times(24, (i) => rect(i * 50, 0, 1.5, 800, C.sand)) +
      times(16, (i) => rect(0, i * 50, 1200, 1.5, C.sand)) +
      times(5, (i) => {
        const h = [430, 330, 380, 270, 150][i] ?? 100;
        const x = 130 + i * 200;
        return (
          rect(x, 660 - h, 120, h, i === 4 ? C.teal : C.rose) +
          rect(x + 84, 660 - h, 36, h, i === 4 ? C.moss : C.clay) +
          (i === 4
            ? ring(x + 60, 580, 134, C.brick, 12)
            : stroke(`M${x + 36} ${592 - h} l48 48 m0 -48 l-48 48`, C.ink, 10))
        );
      }) +
      rect(90, 656, 1060, 8, C.ink) +
      rect(86, 70, 8, 594, C.ink) +
      rect(94, 498, 1050, 5, C.ochre),
  },
  'spanner-garage': {
    alt: 'Spanners and other tools hung on a board above a workbench in a motor garage',
    draw: () =>
      ground(C.wheat) +
      times(140, (i) => circle(50 + (i % 20) * 58, 50 + Math.floor(i / 20) * 74, 5, C.ochre)) +
      times(6, (i) =>
        at(
          150 + i * 120,
          130,
          faded(0.3, at(12, 14, rect(-14, 0, 28, 270 - i * 24, C.ink, 10) + circle(0, 0, 40, C.ink))) +
            rect(-14, 0, 28, 270 - i * 24, C.steel, 10) +
            circle(0, 0, 40, C.steel) +
            rect(-15, -44, 30, 46, C.wheat) +
            circle(0, 272 - i * 24, 34, C.steel) +
            circle(0, 272 - i * 24, 16, C.wheat),
        ),
      ) +
      at(960, 120, rect(-18, 0, 36, 250, C.brick, 10) + rect(-80, -30, 160, 66, C.ink, 8)) +
      ring(1090, 260, 76, C.ink, 26) +
      ring(1090, 260, 40, C.slate, 6) +
      rect(0, 540, 1200, 40, C.brick) +
      rect(0, 580, 1200, 220, C.plum) +
      rect(90, 450, 210, 90, C.clay, 8) +
      rect(150, 420, 90, 34, C.brick, 8) +
      rect(820, 480, 130, 60, C.sea) +
      rect(840, 446, 90, 34, C.teal) +
      times(
        4,
        (i) => rect(60 + i * 280, 620, 240, 110, C.ink, 6) + rect(140 + i * 280, 664, 80, 14, C.wheat, 6),
      ),
  },
  'warehouse-crates': {
    alt: 'Crates and brass ingots stacked in a warehouse beside a platform scale',
    draw: () =>
      ground(C.navy) +
      poly(
        [
          [0, 0],
          [1200, 0],
          [1200, 140],
          [600, 40],
          [0, 140],
        ],
        C.ink,
      ) +
      times(5, (i) => rect(80 + i * 240, 60, 14, 560, C.ink)) +
      rect(0, 620, 1200, 180, C.slate) +
      times(6, (i) => {
        const [x, y] = [
          [70, 420],
          [280, 420],
          [490, 420],
          [175, 220],
          [385, 220],
          [280, 20],
        ][i] ?? [0, 0];
        return (
          rect(x ?? 0, y ?? 0, 200, 200, C.wheat) +
          rect((x ?? 0) + 16, (y ?? 0) + 16, 168, 168, C.ochre) +
          stroke(`M${(x ?? 0) + 24} ${(y ?? 0) + 24} l152 152`, C.wheat, 20) +
          rect(x ?? 0, (y ?? 0) + 88, 200, 24, C.wheat)
        );
      }) +
      rect(780, 600, 330, 30, C.stone) +
      rect(1060, 240, 22, 370, C.stone) +
      circle(1070, 220, 96, C.paper) +
      ring(1070, 220, 96, C.brick, 14) +
      stroke('M1070 220 L1118 170', C.ink, 9) +
      times(8, (i) => at(1070, 220, rect(-3, -78, 6, 18, C.ink), i * 45)) +
      times(6, (i) =>
        poly(
          [
            [800 + (i % 3) * 82, 600 - Math.floor(i / 3) * 56],
            [872 + (i % 3) * 82, 600 - Math.floor(i / 3) * 56],
            [860 + (i % 3) * 82, 548 - Math.floor(i / 3) * 56],
            [812 + (i % 3) * 82, 548 - Math.floor(i / 3) * 56],
          ],
          i % 2 === 0 ? C.wheat : C.sand,
        ),
      ),
  },
  'folded-blankets': {
    alt: 'A pile of folded striped blankets with a tape measure hanging over its edge',
    draw: () =>
      ground(C.teal) +
      rect(0, 650, 1200, 150, C.ink) +
      times(6, (i) => {
        const [x, y, w] = [250 + (i % 2) * 26, 556 - i * 92, 640 - (i % 3) * 30];
        const [base, line] = [
          pick([C.clay, C.linen, C.plum, C.wheat, C.sea, C.brick], i),
          pick([C.linen, C.clay, C.rose, C.brick, C.paper, C.wheat], i),
        ];
        return (
          rect(x, y, w, 88, base, 44) +
          times(
            4,
            (j) => rect(x + 110 + j * 120, y, 34, 88, line) + rect(x + 154 + j * 120, y, 10, 88, line),
          ) +
          faded(0.25, rect(x + 30, y + 40, w - 40, 6, C.ink, 3))
        );
      }) +
      faded(0.3, rect(714, 96, 60, 560, C.ink)) +
      rect(700, 92, 60, 520, C.wheat) +
      times(17, (i) => rect(700, 108 + i * 30, i % 5 === 0 ? 44 : 24, 4, C.ink)) +
      ring(790, 640, 44, C.ochre, 34) +
      ring(790, 640, 44, C.wheat, 6),
  },
};
