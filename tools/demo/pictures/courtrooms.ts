import { C } from './palette.ts';
import { circle, ellipse, faded, ground, path, poly, rect, ring, times } from './shapes.ts';
import type { Scene } from './shapes.ts';

/** Rooms inside and around a court. */
export const COURTROOMS: Record<string, Scene> = {
  'archive-door': {
    alt: 'Shelves of case files wrapped in red and white cloth on either side of a narrow door',
    draw: () => {
      const shelf = (x: number, y: number, seed: number) =>
        times(
          4,
          (i) =>
            rect(
              x + i * 112,
              y + ((i * seed) % 3) * 8,
              98,
              112 - ((i * seed) % 3) * 8,
              (i + seed) % 3 === 0 ? C.paper : (i + seed) % 3 === 1 ? C.clay : C.brick,
              8,
            ) + rect(x + i * 112 + 40, y + ((i * seed) % 3) * 8, 16, 112 - ((i * seed) % 3) * 8, C.wheat),
        ) + rect(x - 20, y + 112, 488, 18, C.plum);
      return (
        ground(C.ink) +
        times(5, (i) => shelf(20, 30 + i * 152, i + 1) + shelf(740, 30 + i * 152, i + 3)) +
        rect(488, 0, 224, 800, C.ink) +
        rect(530, 150, 140, 650, C.wheat) +
        rect(530, 150, 140, 650, C.linen) +
        poly(
          [
            [530, 800],
            [670, 800],
            [720, 800],
            [480, 800],
          ],
          C.linen,
        ) +
        faded(0.5, rect(600, 150, 70, 650, C.sand))
      );
    },
  },
  'bars-window': {
    alt: 'Light from a barred window falls in stripes on the floor of a bare cell',
    draw: () =>
      ground(C.plum) +
      rect(0, 560, 1200, 240, C.ink) +
      rect(690, 90, 330, 270, C.wheat) +
      times(5, (i) => rect(732 + i * 60, 90, 16, 270, C.plum)) +
      rect(690, 216, 330, 14, C.plum) +
      rect(676, 360, 358, 20, C.brick) +
      times(6, (i) =>
        poly(
          [
            [250 + i * 72, 610],
            [294 + i * 72, 610],
            [150 + i * 72, 770],
            [96 + i * 72, 770],
          ],
          C.ochre,
        ),
      ) +
      faded(
        0.12,
        poly(
          [
            [690, 90],
            [1020, 360],
            [690, 800],
            [60, 800],
          ],
          C.wheat,
        ),
      ),
  },
  'lecture-hall': {
    alt: 'Curved rows of benches in a lecture hall look down on a tall wooden lectern',
    draw: () =>
      ground(C.teal) +
      rect(380, 60, 440, 220, C.moss) +
      rect(380, 268, 440, 14, C.wheat) +
      ellipse(600, 420, 300, 60, C.sea) +
      poly(
        [
          [556, 300],
          [644, 300],
          [664, 430],
          [536, 430],
        ],
        C.clay,
      ) +
      poly(
        [
          [536, 282],
          [664, 282],
          [650, 312],
          [550, 312],
        ],
        C.wheat,
      ) +
      times(5, (i) =>
        path(
          `M${-60 - i * 30} ${520 + i * 66} Q600 ${600 + i * 96} ${1260 + i * 30} ${520 + i * 66} V${566 + i * 66} Q600 ${646 + i * 96} ${-60 - i * 30} ${566 + i * 66} Z`,
          i % 2 === 0 ? C.wheat : C.ochre,
        ),
      ) +
      times(7, (i) => circle(150 + i * 150, 540 + Math.round(42 - Math.abs(i - 3) ** 2 * 4.4), 26, C.ink)) +
      times(6, (i) => circle(224 + i * 150, 634 + Math.round(44 - Math.abs(i - 2.5) ** 2 * 4.6), 30, C.navy)),
  },
  'banyan-court': {
    alt: 'Two tables and a few chairs set out under a great banyan tree in a village square',
    draw: () =>
      ground(C.linen) +
      rect(0, 590, 1200, 210, C.sand) +
      ellipse(600, 640, 520, 60, C.wheat) +
      times(9, (i) =>
        circle(
          130 + i * 118,
          250 - Math.round(Math.sin((i / 8) * Math.PI) * 110),
          120,
          i % 2 === 0 ? C.leaf : C.moss,
        ),
      ) +
      times(7, (i) => circle(210 + i * 130, 300, 84, i % 2 === 0 ? C.moss : C.leaf)) +
      path(
        'M520 620 C540 480 480 420 430 330 L520 380 L560 300 L610 390 L690 300 L680 380 L790 330 C720 430 670 500 700 620 Z',
        C.brick,
      ) +
      times(8, (i) => rect(200 + i * 42 + (i > 3 ? 470 : 0), 330, 6, 170 + ((i * 37) % 90), C.brick)) +
      rect(150, 590, 260, 20, C.clay) +
      rect(170, 610, 14, 90, C.brick) +
      rect(376, 610, 14, 90, C.brick) +
      rect(190, 562, 80, 28, C.paper) +
      rect(200, 548, 60, 14, C.rose) +
      rect(800, 600, 250, 20, C.clay) +
      rect(820, 620, 14, 90, C.brick) +
      rect(1016, 620, 14, 90, C.brick) +
      rect(880, 572, 26, 28, C.white) +
      rect(930, 572, 26, 28, C.white),
  },
  'empty-chair': {
    alt: 'One empty wooden chair in a pool of light behind the rail of a witness box',
    draw: () =>
      ground(C.ink) +
      poly(
        [
          [520, 0],
          [680, 0],
          [980, 800],
          [220, 800],
        ],
        C.navy,
      ) +
      poly(
        [
          [560, 0],
          [640, 0],
          [860, 800],
          [340, 800],
        ],
        C.steel,
      ) +
      ellipse(600, 690, 270, 54, C.slate) +
      rect(512, 260, 22, 250, C.ochre) +
      rect(666, 260, 22, 250, C.ochre) +
      rect(512, 276, 176, 34, C.wheat) +
      rect(512, 344, 176, 22, C.wheat) +
      rect(512, 396, 176, 22, C.wheat) +
      poly(
        [
          [500, 490],
          [700, 490],
          [724, 540],
          [476, 540],
        ],
        C.wheat,
      ) +
      rect(484, 540, 22, 160, C.ochre) +
      rect(694, 540, 22, 160, C.ochre) +
      rect(160, 590, 880, 30, C.clay) +
      times(12, (i) => rect(186 + i * 76, 620, 18, 180, C.brick)),
  },
  'filing-window': {
    alt: 'The filing counter of a registry: three windows, one of them open, and a pile of tied papers',
    draw: () =>
      ground(C.sea) +
      times(
        3,
        (i) =>
          rect(90 + i * 360, 110, 300, 400, C.paper) +
          rect(114 + i * 360, 134, 252, 352, i === 1 ? C.wheat : C.teal) +
          (i === 1 ? '' : times(6, (j) => rect(114 + i * 360, 150 + j * 58, 252, 8, C.sea))),
      ) +
      rect(582, 340, 36, 60, C.clay) +
      circle(600, 300, 56, C.brick) +
      path('M500 486 C500 390 700 390 700 486 Z', C.navy) +
      ring(582, 300, 14, C.paper, 5) +
      ring(620, 300, 14, C.paper, 5) +
      rect(0, 510, 1200, 44, C.linen) +
      rect(0, 554, 1200, 246, C.moss) +
      times(
        5,
        (i) =>
          rect(740 + (i % 2) * 16, 484 - i * 30, 220, 28, i % 2 === 0 ? C.paper : C.linen, 4) +
          rect(838 + (i % 2) * 16, 484 - i * 30, 12, 28, C.clay),
      ) +
      rect(120, 470, 190, 40, C.brick, 6) +
      rect(140, 440, 150, 30, C.white) +
      times(
        4,
        (i) =>
          circle(180 + i * 250, 730, 70, i % 2 === 0 ? C.ink : C.navy) +
          rect(110 + i * 250, 740, 140, 80, i % 2 === 0 ? C.ink : C.navy),
      ),
  },
};
