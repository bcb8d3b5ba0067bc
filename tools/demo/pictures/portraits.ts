import { FIRMS } from '../catalogue/firms.ts';
import type { Firm, Hair, Lawyer } from '../catalogue/profile.ts';
import { LAWYERS } from '../catalogue/profiles.ts';
import { C } from './palette.ts';
import { SANS, at, circle, ellipse, path, pick, poly, rect, ring, stroke, text, times } from './shapes.ts';
import type { Scene } from './shapes.ts';

/** Size of the coordinate system of the drawings, and the size in which they are shown. */
const SIZE = 480;
const SHOWN = 360;
const SKIN = ['#8d5a3b', '#a86f4a', '#c08a5f', '#6f452d', '#b57c52'] as const;
const DARK_HAIR = ['#1c1a1c', '#2c2320', '#3a2c26', '#7c7873'] as const;
const GROUNDS = [C.sea, C.sand, C.rose, C.mist, C.wheat, C.sky, C.leaf, C.steel] as const;
const CLOTHS = [C.clay, C.ochre, C.teal, C.plum, C.brick] as const;

/** Hair behind the head, which is drawn first, and hair on it. */
const BEHIND: Partial<Record<Hair, (hair: string, cloth: string) => string>> = {
  long: (hair) => path('M140 190 Q150 70 240 70 Q330 70 340 190 L352 360 H128 Z', hair),
  bob: (hair) => path('M138 190 Q150 74 240 74 Q330 74 342 190 L338 268 H142 Z', hair),
  bun: (hair) => circle(240, 78, 42, hair),
  scarf: (_hair, cloth) => path('M126 220 Q130 60 240 60 Q350 60 354 220 L372 400 H108 Z', cloth),
};

const ON_TOP: Partial<Record<Hair, (hair: string, cloth: string) => string>> = {
  short: (hair) => path('M152 190 Q146 86 240 86 Q334 86 328 190 Q312 138 262 132 Q190 128 152 190 Z', hair),
  parted: (hair) => path('M150 196 Q140 80 246 84 Q338 84 330 192 Q316 146 286 124 Q210 168 150 196 Z', hair),
  long: (hair) => path('M150 214 Q146 86 240 86 Q334 86 330 214 Q318 150 240 118 Q162 150 150 214 Z', hair),
  bob: (hair) => path('M148 200 Q146 88 240 88 Q334 88 332 200 Q300 142 240 142 Q180 142 148 200 Z', hair),
  bun: (hair) => path('M150 196 Q148 90 240 90 Q332 90 330 196 Q300 128 240 124 Q180 128 150 196 Z', hair),
  turban: (_hair, cloth) =>
    path('M136 178 Q132 60 240 58 Q348 60 344 178 Q292 128 240 128 Q188 128 136 178 Z', cloth) +
    stroke('M148 150 Q236 84 332 150 M160 116 Q240 66 320 116', C.ink, 3),
  scarf: (_hair, cloth) =>
    path('M140 214 Q140 78 240 78 Q340 78 340 214 Q312 128 240 124 Q168 128 140 214 Z', cloth),
};

const MARKS = {
  beard: (hair: string) =>
    path('M154 216 Q160 316 240 318 Q320 316 326 216 Q300 262 240 256 Q180 262 154 216 Z', hair),
  moustache: (hair: string) => path('M202 250 Q240 226 278 250 Q240 262 202 250 Z', hair),
  glasses: () => ring(204, 206, 27, C.ink, 6) + ring(276, 206, 27, C.ink, 6) + rect(230, 202, 20, 6, C.ink),
};

function portrait({ hair, marks = [] }: Lawyer, index: number): string {
  const skin = pick(SKIN, index * 3);
  const colour = pick(DARK_HAIR, index);
  const cloth = pick(CLOTHS, index);
  const ground = pick(GROUNDS, index);
  return (
    rect(0, 0, SIZE, SIZE, ground) +
    circle(240, 250, 206, pick(GROUNDS, index + 3)) +
    (BEHIND[hair]?.(colour, cloth) ?? '') +
    path('M40 480 Q60 352 190 336 L290 336 Q420 352 440 480 Z', C.ink) +
    rect(204, 286, 72, 72, skin) +
    poly(
      [
        [186, 336],
        [240, 404],
        [294, 336],
        [310, 346],
        [240, 440],
        [170, 346],
      ],
      C.white,
    ) +
    poly(
      [
        [232, 396],
        [210, 470],
        [236, 470],
        [240, 404],
        [244, 470],
        [270, 470],
        [248, 396],
      ],
      C.paper,
    ) +
    ellipse(240, 204, 90, 108, skin) +
    marks.map((mark) => MARKS[mark](colour)).join('') +
    (ON_TOP[hair]?.(colour, cloth) ?? '')
  );
}

const EMBLEMS: Record<Firm['emblem'], (ink: string) => string> = {
  arch: (ink) => path('M-90 80 V-20 A90 90 0 0 1 90 -20 V80 H50 V-16 A50 50 0 0 0 -50 -16 V80 Z', ink),
  scales: (ink) =>
    rect(-5, -90, 10, 160, ink) +
    rect(-84, -78, 168, 9, ink) +
    rect(-50, 64, 100, 12, ink) +
    path('M-120 0 h80 a40 40 0 0 1 -80 0 Z M40 0 h80 a40 40 0 0 1 -80 0 Z', ink) +
    stroke('M-80 -74 L-118 0 M-80 -74 L-42 0 M80 -74 L42 0 M80 -74 L118 0', ink, 4),
  banyan: (ink) =>
    ellipse(0, -40, 120, 58, ink) +
    times(7, (i) => rect(-93 + i * 30, -10, i === 3 ? 16 : 6, 88, ink)) +
    rect(-120, 76, 240, 8, ink),
  lamp: (ink) =>
    path('M-90 10 H90 Q84 76 0 76 Q-84 76 -90 10 Z', ink) + path('M0 -96 Q44 -38 0 -6 Q-44 -38 0 -96 Z', ink),
  quill: (ink) =>
    path('M-70 84 Q-40 -60 96 -96 Q84 30 -40 62 Z', ink) + stroke('M-84 96 L40 -40', C.paper, 5),
  river: (ink) => times(4, (i) => stroke(`M-120 ${-60 + i * 42} q30 -34 60 0 t60 0 t60 0 t60 0`, ink, 14)),
  peak: (ink) =>
    poly(
      [
        [-120, 80],
        [-30, -80],
        [10, -10],
        [40, -54],
        [120, 80],
      ],
      ink,
    ),
  gate: (ink) =>
    rect(-110, -80, 220, 24, ink) +
    rect(-92, -44, 184, 12, ink) +
    times(4, (i) => rect(-90 + i * 52, -32, 24, 112, ink)),
};

function emblem({ emblem: shape, initials, title, since }: Firm, index: number): string {
  const ground = pick([C.navy, C.brick, C.moss, C.plum, C.teal, C.ink], index);
  const ink = pick([C.wheat, C.linen, C.rose], index);
  return (
    rect(0, 0, SIZE, SIZE, ground) +
    ring(240, 190, 150, ink, 5) +
    at(240, 194, EMBLEMS[shape](ink), 0, 0.88) +
    text(240, 410, initials, { size: 54, fill: ink, weight: 700, anchor: 'middle', spacing: 4 }) +
    text(240, 450, `${title} · ${since.slice(0, 4)}`, {
      size: 20,
      fill: C.paper,
      anchor: 'middle',
      family: SANS,
      weight: 500,
    })
  );
}

export const pictureOf = ({ key }: { key: string }): string => `profile-${key}`;

const square = (alt: string, draw: () => string): Scene => ({
  alt,
  width: SHOWN,
  height: SHOWN,
  draw: () => at(0, 0, draw(), 0, SHOWN / SIZE),
});

export const PROFILE_PICTURES: Record<string, Scene> = Object.fromEntries([
  ...LAWYERS.map((lawyer, index) => [
    pictureOf(lawyer),
    square(`Drawing of a lawyer in gown and bands, for ${lawyer.title}. Nobody’s likeness.`, () =>
      portrait(lawyer, index),
    ),
  ]),
  ...FIRMS.map((firm, index) => [
    pictureOf(firm),
    square(`Emblem of ${firm.title}, a fictional firm: ${firm.emblem} and initials`, () =>
      emblem(firm, index),
    ),
  ]),
]);
