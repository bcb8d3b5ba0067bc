import { C } from './palette.ts';
import {
  SANS,
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

const chair = (x: number, y: number, turn: number, seat: string) =>
  at(
    x,
    y,
    faded(0.3, rect(-44, -40, 100, 100, C.ink, 22)) +
      rect(-50, -50, 100, 100, seat, 22) +
      rect(-56, -62, 112, 30, C.ink, 15),
    turn,
  );

const tick = (x: number, y: number) =>
  stroke(`M${x} ${y} l10 12 l20 -26 M${x + 18} ${y + 8} l4 4 l20 -26`, C.steel, 5);

/** Tables, chairs and messages between people. */
export const MEETINGS: Record<string, Scene> = {
  'two-chairs': {
    alt: 'Two armchairs face each other across a small table; a third stands apart between them',
    draw: () => {
      const armchair = (x: number, fill: string, dark: string, flip: number) =>
        `<g transform="translate(${x} 610) scale(${flip} 1)">${rect(-130, -260, 70, 260, dark, 30) + rect(-110, -110, 230, 90, fill, 24) + rect(-90, -170, 190, 40, dark, 20) + rect(-100, -40, 18, 80, C.ink) + rect(90, -40, 18, 80, C.ink)}</g>`;
      return (
        ground(C.wheat) +
        rect(0, 600, 1200, 200, C.brick) +
        ellipse(600, 690, 520, 70, C.clay) +
        rect(430, 90, 340, 260, C.paper) +
        rect(450, 110, 300, 220, C.sky) +
        rect(595, 110, 10, 220, C.paper) +
        rect(450, 215, 300, 10, C.paper) +
        rect(530, 380, 140, 150, C.plum, 30) +
        rect(510, 490, 180, 60, C.plum, 18) +
        rect(524, 550, 14, 80, C.ink) +
        rect(662, 550, 14, 80, C.ink) +
        armchair(270, C.teal, C.moss, 1) +
        armchair(930, C.sea, C.teal, -1) +
        ellipse(600, 640, 120, 26, C.ink) +
        rect(590, 640, 20, 90, C.ink) +
        ellipse(600, 632, 120, 24, C.linen) +
        rect(548, 606, 60, 22, C.white) +
        rect(630, 602, 24, 26, C.clay, 4)
      );
    },
  },
  'boardroom-table': {
    alt: 'A boardroom table from above: eleven chairs drawn up and one pushed back, and papers at each place',
    draw: () =>
      ground(C.moss) +
      times(9, (i) => rect(0, i * 90, 1200, 2, C.leaf)) +
      times(5, (i) => chair(300 + i * 150, 196, 0, C.sand)) +
      times(5, (i) =>
        i === 3 ? at(0, 0, chair(770, 690, 160, C.clay)) : chair(300 + i * 150, 604, 180, C.sand),
      ) +
      chair(120, 400, -90, C.sand) +
      chair(1080, 400, 90, C.sand) +
      faded(0.35, rect(186, 246, 856, 336, C.ink, 160)) +
      rect(170, 226, 860, 348, C.brick, 170) +
      rect(196, 252, 808, 296, C.clay, 146) +
      times(
        5,
        (i) =>
          at(300 + i * 150, 296, rect(-34, -22, 68, 46, C.paper), (i % 3) * 4 - 4) +
          (i === 3 ? '' : at(300 + i * 150, 504, rect(-34, -22, 68, 46, C.paper), 4 - (i % 3) * 4)),
      ) +
      at(244, 400, rect(-22, -32, 44, 64, C.paper)) +
      at(960, 400, rect(-22, -32, 44, 64, C.paper)) +
      circle(600, 400, 50, C.wheat) +
      times(8, (i) =>
        at(600, 400, path('M0 -10 Q18 -32 0 -54 Q-18 -32 0 -10 Z', i % 2 === 0 ? C.leaf : C.rose), i * 45),
      ),
  },
  'handshake-table': {
    alt: 'Two small glasses of tea and an ink pad on a table, and between them a paper with a thumb print',
    draw: () => {
      const glass = (x: number, y: number) =>
        faded(0.3, ellipse(x + 24, y + 150, 90, 20, C.ink)) +
        poly(
          [
            [x - 70, y - 130],
            [x + 70, y - 130],
            [x + 50, y + 150],
            [x - 50, y + 150],
          ],
          C.sky,
        ) +
        poly(
          [
            [x - 62, y - 70],
            [x + 62, y - 70],
            [x + 48, y + 140],
            [x - 48, y + 140],
          ],
          C.ochre,
        ) +
        ellipse(x, y - 70, 62, 14, C.wheat) +
        times(3, (i) => rect(x - 44 + i * 38, y - 50, 8, 180, C.wheat));
      return (
        ground(C.sea) +
        rect(0, 330, 1200, 470, C.clay) +
        rect(0, 330, 1200, 16, C.brick) +
        times(3, (i) => rect(0, 450 + i * 130, 1200, 3, C.brick)) +
        at(
          600,
          540,
          faded(
            0.3,
            poly(
              [
                [-170, -180],
                [190, -180],
                [260, 220],
                [-220, 220],
              ],
              C.ink,
            ),
          ) +
            poly(
              [
                [-180, -190],
                [180, -190],
                [240, 200],
                [-240, 200],
              ],
              C.paper,
            ) +
            textLines(-150, -150, 300, 7, 32, C.stone) +
            ellipse(120, 130, 36, 50, C.steel) +
            ellipse(120, 130, 24, 36, C.paper) +
            ellipse(120, 130, 12, 20, C.steel),
        ) +
        glass(220, 480) +
        glass(980, 500) +
        rect(820, 690, 150, 60, C.ink, 10) +
        rect(836, 700, 118, 34, C.steel, 6)
      );
    },
  },
  'phone-message': {
    alt: 'A telephone shows a message with a document, two ticks and, beneath it, a thumbs-up',
    draw: () =>
      ground(C.sand) +
      faded(0.3, at(640, 430, rect(-190, -390, 400, 800, C.ink, 50), 8)) +
      at(
        610,
        410,
        rect(-200, -400, 400, 800, C.ink, 50) +
          rect(-180, -350, 360, 700, C.mist, 12) +
          rect(-180, -350, 360, 80, C.teal) +
          circle(-130, -310, 26, C.wheat) +
          rect(-90, -320, 160, 16, C.paper, 8) +
          rect(-110, -230, 270, 250, C.white, 18) +
          rect(-90, -210, 230, 150, C.linen, 8) +
          textLines(-70, -190, 190, 5, 26, C.stone) +
          text(-84, -18, 'SUMMONS', { size: 32, fill: C.ink, family: SANS, weight: 700, spacing: 2 }) +
          tick(96, -20) +
          rect(-150, 60, 130, 110, C.paper, 18) +
          path(
            'M-118 150 V108 H-104 V150 Z M-98 150 V110 L-82 76 Q-68 76 -70 94 L-73 108 H-48 Q-40 108 -42 118 L-50 146 Q-52 150 -58 150 Z',
            C.ochre,
          ) +
          rect(-150, 270, 300, 52, C.white, 26),
        8,
      ) +
      times(3, (i) => ring(610, 410, 470 + i * 90, C.wheat, 10)),
  },
  'speech-bubbles': {
    alt: 'Two speech bubbles, one with a Devanagari letter and one with a Latin one, joined by a tangled line',
    draw: () =>
      ground(C.brick) +
      path(
        'M90 130 Q90 70 150 70 H520 Q580 70 580 130 V360 Q580 420 520 420 H300 L190 530 L210 420 H150 Q90 420 90 360 Z',
        C.paper,
      ) +
      text(334, 360, 'अ', { size: 300, fill: C.brick, family: SANS, weight: 600, anchor: 'middle' }) +
      path(
        'M640 360 Q640 300 700 300 H1050 Q1110 300 1110 360 V590 Q1110 650 1050 650 H1010 L1030 750 L900 650 H700 Q640 650 640 590 Z',
        C.navy,
      ) +
      text(876, 570, 'a', { size: 290, fill: C.linen, anchor: 'middle', weight: 700 }) +
      stroke(
        'M580 200 C720 120 760 260 680 220 C600 180 700 90 790 160 C860 220 780 270 760 210 C750 150 880 130 880 300',
        C.wheat,
        8,
      ),
  },
  'speech-antenna': {
    alt: 'A signal mast sends out rings over rooftops, with a torn poster on a wall below',
    draw: () =>
      ground(C.navy) +
      times(
        5,
        (i) =>
          `<path d="M${600 - 110 * (i + 1)} 260 A${110 * (i + 1)} ${110 * (i + 1)} 0 0 1 ${600 + 110 * (i + 1)} 260" fill="none" stroke="${pick([C.clay, C.ochre, C.wheat, C.sand, C.linen], i)}" stroke-width="${20 - i * 3}"/>`,
      ) +
      stroke(
        'M600 240 L540 700 M600 240 L660 700 M586 350 L626 440 M614 350 L574 440 M574 440 L640 550 M626 440 L560 550 M560 550 L654 660 M640 550 L546 660',
        C.linen,
        9,
      ) +
      circle(600, 240, 24, C.clay) +
      times(7, (i) =>
        rect(i * 180 - 20, 620 - Math.round(scatter(i, 9) * 90), 170, 260, i % 2 === 0 ? C.plum : C.ink),
      ) +
      rect(60, 650, 150, 150, C.linen) +
      rect(84, 676, 100, 60, C.clay) +
      rect(84, 752, 70, 10, C.stone) +
      poly(
        [
          [210, 730],
          [210, 800],
          [160, 800],
        ],
        C.plum,
      ) +
      times(10, (i) =>
        rect(
          290 + (i % 5) * 180,
          680 + Math.floor(i / 5) * 60,
          30,
          34,
          (i * 7) % 3 === 0 ? C.wheat : C.steel,
        ),
      ),
  },
};
