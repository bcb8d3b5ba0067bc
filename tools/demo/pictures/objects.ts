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
  stroke,
  textLines,
  times,
} from './shapes.ts';
import type { Scene } from './shapes.ts';

/** Single things, drawn large. */
export const OBJECTS: Record<string, Scene> = {
  'scales-brass': {
    alt: 'A brass balance, level, with papers in one pan and a ring of keys in the other',
    draw: () =>
      ground(C.teal) +
      circle(600, 380, 330, C.sea) +
      rect(0, 680, 1200, 120, C.moss) +
      rect(588, 150, 24, 500, C.wheat) +
      rect(612, 150, 0, 500, C.ochre) +
      rect(500, 640, 200, 26, C.wheat, 6) +
      rect(440, 662, 320, 30, C.ochre, 6) +
      circle(600, 140, 34, C.wheat) +
      circle(600, 140, 14, C.brick) +
      path('M270 196 Q600 140 930 196 L930 214 Q600 166 270 214 Z', C.wheat) +
      circle(276, 206, 16, C.ochre) +
      circle(924, 206, 16, C.ochre) +
      times(
        2,
        (i) =>
          stroke(
            `M${276 + i * 648} 210 L${150 + i * 648} 450 M${276 + i * 648} 210 L${402 + i * 648} 450`,
            C.linen,
            4,
          ) +
          path(
            `M${130 + i * 648} 450 H${422 + i * 648} Q${400 + i * 648} 540 ${276 + i * 648} 540 Q${152 + i * 648} 540 ${130 + i * 648} 450 Z`,
            C.ochre,
          ) +
          ellipse(276 + i * 648, 450, 146, 20, C.wheat),
      ) +
      times(4, (i) => rect(186 + (i % 2) * 10, 420 - i * 20, 180, 18, i % 2 === 0 ? C.paper : C.linen, 3)) +
      rect(262, 360, 24, 80, C.clay) +
      ring(924, 384, 48, C.plum, 10) +
      at(900, 430, rect(-8, -10, 16, 30, C.ink), 20) +
      at(950, 430, rect(-8, -16, 16, 34, C.ink), -16),
  },
  'gavel-block': {
    alt: 'A wooden gavel resting on its round block beside a closed file',
    draw: () =>
      ground(C.clay) +
      rect(0, 560, 1200, 240, C.brick) +
      rect(0, 560, 1200, 10, C.plum) +
      ellipse(460, 690, 300, 60, C.plum) +
      ellipse(440, 660, 260, 70, C.ink) +
      rect(180, 600, 520, 60, C.ink) +
      ellipse(440, 600, 260, 70, C.ochre) +
      ellipse(440, 594, 220, 54, C.wheat) +
      at(
        480,
        460,
        rect(60, -22, 620, 44, C.wheat, 22) +
          rect(60, -2, 620, 24, C.ochre, 12) +
          rect(-90, -160, 180, 320, C.plum, 16) +
          rect(20, -160, 70, 320, C.ink, 16) +
          rect(-104, -130, 208, 40, C.wheat, 6) +
          rect(-104, 90, 208, 40, C.wheat, 6),
        -28,
      ) +
      at(
        930,
        690,
        rect(-210, -50, 420, 90, C.linen, 6) +
          rect(-210, -50, 420, 20, C.paper, 6) +
          rect(-30, -58, 60, 104, C.teal),
      ),
  },
  hourglass: {
    alt: 'An hourglass in which the last of the sand is running out, against a page of a calendar',
    draw: () =>
      ground(C.plum) +
      rect(700, 0, 500, 800, C.linen) +
      times(42, (i) =>
        rect(744 + (i % 6) * 74, 70 + Math.floor(i / 6) * 98, 54, 70, i < 31 ? C.sand : C.rose),
      ) +
      stroke('M968 378 l54 54 m0 -54 l-54 54', C.brick, 10) +
      ellipse(470, 706, 300, 40, C.ink) +
      rect(230, 80, 480, 44, C.ochre, 12) +
      rect(230, 660, 480, 44, C.ochre, 12) +
      rect(260, 124, 22, 536, C.wheat) +
      rect(658, 124, 22, 536, C.wheat) +
      path(
        'M310 124 H630 C630 300 500 350 490 392 C500 434 630 484 630 660 H310 C310 484 440 434 450 392 C440 350 310 300 310 124 Z',
        C.sky,
      ) +
      path('M420 320 Q470 300 520 320 Q490 350 484 384 H456 Q450 350 420 320 Z', C.clay) +
      rect(467, 380, 6, 200, C.clay) +
      path('M322 660 C330 560 420 540 470 500 C520 540 610 560 618 660 Z', C.clay) +
      faded(0.5, path('M350 140 C350 260 420 320 440 350 L430 356 C400 320 332 260 332 140 Z', C.white)),
  },
  fingerprint: {
    alt: 'A fingerprint card with one print enlarged beneath a magnifying glass',
    draw: () =>
      ground(C.slate) +
      at(
        520,
        420,
        faded(0.3, rect(-386, -276, 800, 590, C.ink)) +
          rect(-400, -300, 800, 600, C.paper) +
          times(
            5,
            (i) =>
              rect(-370 + i * 150, -270, 136, 170, C.linen) +
              ellipse(-302 + i * 150, -186, 34, 48, i === 2 ? C.steel : C.stone) +
              ellipse(-302 + i * 150, -186, 22, 32, C.linen) +
              ellipse(-302 + i * 150, -186, 10, 16, i === 2 ? C.steel : C.stone),
          ) +
          textLines(-370, -50, 300, 6, 40, C.stone),
        -4,
      ) +
      circle(720, 470, 232, C.ink) +
      circle(720, 470, 204, C.sky) +
      times(
        9,
        (i) =>
          `<path d="M${720 - 20 * (i + 1)} ${520 + i * 8} C${720 - 24 * (i + 1)} ${440 - i * 17} ${720 + 24 * (i + 1)} ${440 - i * 17} ${720 + 20 * (i + 1)} ${510 + i * 14}" fill="none" stroke="${C.steel}" stroke-width="9" stroke-linecap="round"${i % 3 === 2 ? ' stroke-dasharray="150 26"' : ''}/>`,
      ) +
      stroke('M720 500 V590', C.steel, 9) +
      at(890, 640, rect(0, -34, 330, 68, C.brick, 30) + rect(0, -34, 60, 68, C.wheat), 45),
  },
  'keys-door': {
    alt: 'A heavy door standing ajar with a ring of keys in its lock and daylight beyond',
    draw: () =>
      ground(C.ink) +
      rect(420, 60, 460, 740, C.wheat) +
      circle(650, 330, 90, C.paper) +
      rect(420, 560, 460, 240, C.leaf) +
      poly(
        [
          [600, 560],
          [700, 560],
          [880, 800],
          [480, 800],
        ],
        C.sand,
      ) +
      rect(390, 30, 30, 770, C.brick) +
      rect(880, 30, 30, 770, C.brick) +
      rect(390, 30, 520, 34, C.brick) +
      poly(
        [
          [420, 64],
          [640, 150],
          [640, 740],
          [420, 800],
        ],
        C.clay,
      ) +
      times(3, (i) =>
        poly(
          [
            [446, 120 + i * 222],
            [616, 176 + i * 190],
            [616, 336 + i * 190],
            [446, 310 + i * 222],
          ],
          C.brick,
        ),
      ) +
      circle(616, 460, 16, C.wheat) +
      ring(650, 530, 60, C.wheat, 10) +
      times(3, (i) =>
        at(
          640 + i * 14,
          586,
          rect(-8, 0, 16, 110, C.ochre, 6) + rect(8, 70, 22, 14, C.ochre) + rect(8, 92, 16, 12, C.ochre),
          24 - i * 24,
        ),
      ) +
      faded(
        0.18,
        poly(
          [
            [880, 64],
            [880, 800],
            [1200, 800],
            [1200, 500],
          ],
          C.wheat,
        ),
      ),
  },
  'data-lock': {
    alt: 'A padlock whose body is a sheet of a patient’s record, on a field of small crosses',
    draw: () =>
      ground(C.sea) +
      times(96, (i) =>
        at(
          50 + (i % 12) * 100,
          50 + Math.floor(i / 12) * 100,
          rect(-12, -3, 24, 6, C.mist) + rect(-3, -12, 6, 24, C.mist),
        ),
      ) +
      `<path d="M440 400 V270 A160 160 0 0 1 760 270 V400" fill="none" stroke="${C.ink}" stroke-width="62"/>` +
      faded(0.3, rect(364, 394, 500, 370, C.ink, 30)) +
      rect(350, 370, 500, 370, C.paper, 30) +
      rect(350, 370, 500, 76, C.clay, 30) +
      rect(350, 420, 500, 26, C.clay) +
      circle(400, 408, 14, C.paper) +
      textLines(400, 484, 240, 7, 36, C.stone) +
      circle(730, 570, 50, C.ink) +
      poly(
        [
          [712, 590],
          [748, 590],
          [766, 680],
          [694, 680],
        ],
        C.ink,
      ),
  },
  'circuit-keys': {
    alt: 'A large key whose blade turns into the traces of a circuit leading to many small doors',
    draw: () =>
      ground(C.ink) +
      ring(270, 400, 130, C.wheat, 56) +
      rect(390, 376, 330, 48, C.wheat) +
      rect(500, 424, 40, 60, C.wheat) +
      rect(580, 424, 40, 90, C.wheat) +
      times(7, (i) => {
        const y = 100 + i * 100;
        return (
          stroke(
            `M720 ${382 + i * 6} H${770 + Math.abs(i - 3) * 22} L${830 + Math.abs(i - 3) * 10} ${y} H1010`,
            pick([C.clay, C.sea, C.ochre], i),
            7,
          ) +
          rect(1010, y - 36, 56, 72, pick([C.clay, C.sea, C.ochre], i), 4) +
          circle(1054, y, 5, C.ink)
        );
      }) +
      circle(270, 400, 44, C.steel) +
      times(12, (i) => at(270, 400, rect(-4, -220, 8, 26, C.steel), i * 30)),
  },
};
