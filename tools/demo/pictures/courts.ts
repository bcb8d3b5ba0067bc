import { C } from './palette.ts';
import { at, circle, ellipse, faded, ground, path, poly, rect, scatter, stroke, times } from './shapes.ts';
import type { Scene } from './shapes.ts';

const column = (x: number, top: number, bottom: number, width: number, light: string, dark: string) =>
  rect(x - width * 0.68, top, width * 1.36, 22, light) +
  rect(x - width / 2, top + 22, width, bottom - top - 48, light) +
  rect(x + width * 0.12, top + 22, width * 0.38, bottom - top - 48, dark) +
  rect(x - width * 0.68, bottom - 26, width * 1.36, 26, light);

/** Court houses, their doors and steps. */
export const COURTS: Record<string, Scene> = {
  'columns-dawn': {
    alt: 'A court house with six columns and a pediment in early light, its steps running the width of the picture',
    draw: () =>
      ground(C.rose) +
      circle(930, 250, 120, C.paper) +
      poly(
        [
          [90, 300],
          [600, 90],
          [1110, 300],
        ],
        C.linen,
      ) +
      poly(
        [
          [210, 282],
          [600, 122],
          [990, 282],
        ],
        C.sand,
      ) +
      circle(600, 222, 36, C.linen) +
      rect(110, 300, 980, 46, C.paper) +
      rect(150, 346, 900, 294, C.plum) +
      rect(540, 430, 120, 210, C.ink) +
      times(6, (i) => column(205 + i * 158, 346, 640, 66, C.paper, C.sand)) +
      times(5, (i) => rect(90 - i * 45, 640 + i * 32, 1020 + i * 90, 32, i % 2 === 0 ? C.linen : C.sand)),
  },
  'pillars-shadow': {
    alt: 'A row of stone pillars throwing long diagonal shadows across a pale floor',
    draw: () =>
      ground(C.linen) +
      rect(0, 0, 1200, 560, C.sea) +
      faded(
        0.45,
        times(5, (i) =>
          poly(
            [
              [110 + i * 260, 560],
              [220 + i * 260, 560],
              [-160 + i * 260, 800],
              [-330 + i * 260, 800],
            ],
            C.stone,
          ),
        ),
      ) +
      times(
        5,
        (i) =>
          rect(70 + i * 260, 0, 190, 40, C.paper) +
          rect(110 + i * 260, 40, 110, 500, C.white) +
          rect(182 + i * 260, 40, 38, 500, C.mist) +
          rect(88 + i * 260, 530, 154, 40, C.paper),
      ) +
      rect(0, 548, 1200, 14, C.teal) +
      times(5, (i) => rect(88 + i * 260, 530, 154, 40, C.paper)),
  },
  'court-steps': {
    alt: 'Seen from above, a person under a red umbrella climbs the wide steps of a court house in the rain',
    draw: () =>
      ground(C.slate) +
      times(
        10,
        (i) =>
          rect(0, i * 80, 1200, 80, i % 2 === 0 ? C.slate : C.steel) + rect(0, i * 80 + 72, 1200, 8, C.navy),
      ) +
      faded(
        0.35,
        poly(
          [
            [690, 470],
            [1200, 800],
            [900, 800],
            [560, 540],
          ],
          C.ink,
        ),
      ) +
      ellipse(612, 560, 40, 22, C.ink) +
      circle(600, 450, 138, C.clay) +
      times(8, (i) =>
        at(600, 450, path('M0 0 L138 0 A138 138 0 0 1 97.6 97.6 Z', i % 2 === 0 ? C.clay : C.brick), i * 45),
      ) +
      circle(600, 450, 10, C.wheat) +
      faded(
        0.5,
        times(70, (i) =>
          stroke(`M${Math.round(scatter(i) * 1200)} ${Math.round(scatter(i, 2) * 770)} l-12 34`, C.mist, 3),
        ),
      ),
  },
  'dome-dusk': {
    alt: 'The dome of a court against an evening sky, with two lower wings and a flagstaff',
    draw: () =>
      ground(C.navy) +
      rect(0, 380, 1200, 220, C.plum) +
      rect(0, 520, 1200, 120, C.clay) +
      circle(260, 560, 70, C.wheat) +
      rect(0, 640, 1200, 160, C.ink) +
      rect(60, 500, 1080, 140, C.stone) +
      times(18, (i) => rect(84 + i * 58, 530, 26, 110, C.ink)) +
      rect(380, 420, 440, 220, C.linen) +
      times(6, (i) => rect(410 + i * 70, 470, 34, 170, C.plum)) +
      rect(360, 398, 480, 28, C.paper) +
      path('M410 398 C410 130 790 130 790 398 Z', C.linen) +
      path('M600 196 C700 196 790 250 790 398 L690 398 C690 300 660 230 600 196 Z', C.sand) +
      rect(575, 150, 50, 60, C.paper) +
      rect(597, 60, 6, 95, C.paper) +
      rect(0, 640, 1200, 10, C.brick),
  },
  'dome-steps': {
    alt: 'A round modern court building with a ramp winding up the whole of its outside, beside a neem tree',
    draw: () =>
      ground(C.sky) +
      rect(0, 640, 1200, 160, C.sand) +
      ellipse(600, 690, 480, 50, C.stone) +
      times(4, (i) =>
        rect(200 + i * 60, 530 - i * 120, 800 - i * 120, 130, i % 2 === 0 ? C.paper : C.white),
      ) +
      times(4, (i) =>
        poly(
          [
            [200 + i * 60, 640 - i * 120],
            [1000 - i * 60, 560 - i * 120],
            [1000 - i * 60, 590 - i * 120],
            [200 + i * 60, 670 - i * 120],
          ],
          C.clay,
        ),
      ) +
      times(4, (i) =>
        times(7 - i, (j) => rect(250 + i * 60 + j * 96, 556 - i * 120, 34, Math.max(10, 44 - j * 5), C.teal)),
      ) +
      path('M380 172 C400 60 800 60 820 172 Z', C.sea) +
      rect(1048, 470, 26, 220, C.brick) +
      circle(1060, 420, 92, C.leaf) +
      circle(1120, 470, 66, C.moss) +
      circle(1006, 470, 60, C.leaf) +
      circle(300, 650, 12, C.ink) +
      rect(292, 662, 18, 40, C.ink),
  },
  'doors-arches': {
    alt: 'A corridor of arches with one door at the far end standing open to the light',
    draw: () => {
      const arch = (i: number, fill: string) => {
        const w = 1120 - i * 190;
        const top = 20 + i * 62;
        const x = (1200 - w) / 2;
        return path(
          `M${x} 800 V${top + w / 2} A${w / 2} ${w / 2} 0 0 1 ${x + w} ${top + w / 2} V800 Z`,
          fill,
        );
      };
      return (
        ground(C.brick) +
        arch(0, C.clay) +
        arch(1, C.rose) +
        arch(2, C.sand) +
        arch(3, C.linen) +
        arch(4, C.teal) +
        path('M530 800 V520 A70 70 0 0 1 670 520 V800 Z', C.paper) +
        poly(
          [
            [530, 790],
            [670, 790],
            [760, 800],
            [440, 800],
          ],
          C.white,
        ) +
        poly(
          [
            [670, 515],
            [742, 560],
            [742, 800],
            [670, 800],
          ],
          C.ink,
        )
      );
    },
  },
};
