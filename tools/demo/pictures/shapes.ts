/** Functions that create SVG elements, so that a drawing reads as a list of its parts. */

export interface Scene {
  /** The alternative text: describes the picture for screen readers. */
  alt: string;
  draw: () => string;
  /** Size, where it is not that of an article's picture. */
  width?: number;
  height?: number;
}

type Point = readonly [number, number];

export const WIDTH = 1200;
export const HEIGHT = 800;

export const rect = (x: number, y: number, w: number, h: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}"/>`;

export const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

export const ring = (x: number, y: number, radius: number, stroke: string, width: number) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;

export const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;

export const stroke = (d: string, color: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

export const poly = (points: readonly Point[], fill: string) =>
  `<polygon points="${points.map((point) => point.join(',')).join(' ')}" fill="${fill}"/>`;

export const faded = (opacity: number, ...parts: string[]) => `<g opacity="${opacity}">${parts.join('')}</g>`;

/** Moves, turns and scales what is inside. */
export const at = (x: number, y: number, inner: string, turn = 0, scale = 1) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${inner}</g>`;

export const ground = (fill: string) => rect(0, 0, WIDTH, HEIGHT, fill);

export const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_unused, index) => draw(index)).join('');

/** Returns a colour of the list by an index modulo its length; the list is never empty. */
export function pick(colors: readonly [string, ...string[]], index: number): string {
  return colors[((index % colors.length) + colors.length) % colors.length] ?? colors[0];
}

/** A steady pseudo-random number in [0, 1) for an index: the same at each build. */
export function scatter(index: number, seed = 1): number {
  const value = Math.sin(index * 127.1 + seed * 311.7) * 43758.5453;
  return Math.round((value - Math.floor(value)) * 10_000) / 10_000;
}

/** Lines of unreadable text: bars whose ends are ragged. */
export const textLines = (
  x: number,
  y: number,
  width: number,
  count: number,
  gap: number,
  fill: string,
  seed = 1,
) =>
  times(count, (index) =>
    rect(
      x,
      y + index * gap,
      Math.round(width * (0.72 + 0.28 * scatter(index, seed))),
      Math.round(gap * 0.3),
      fill,
      2,
    ),
  );

const SERIF = 'Libre Baskerville';
export const SANS = 'Hind';

interface TextStyle {
  size: number;
  fill: string;
  family?: string;
  weight?: number;
  anchor?: 'start' | 'middle' | 'end';
  spacing?: number;
  italic?: boolean;
}

export function text(x: number, y: number, words: string, style: TextStyle): string {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return (
    `<text x="${x}" y="${y}" font-family="${style.family ?? SERIF}" font-size="${style.size}"` +
    ` font-weight="${style.weight ?? 400}" fill="${style.fill}" text-anchor="${style.anchor ?? 'start'}"` +
    ` letter-spacing="${style.spacing ?? 0}"${style.italic === true ? ' font-style="italic"' : ''}>${escaped}</text>`
  );
}

/** The drawing as a document, `width` wide, whatever size it was drawn in. */
export const svg = (drawn: { width: number; height: number; inner: string }, width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${drawn.width} ${drawn.height}" preserveAspectRatio="none">${drawn.inner}</svg>`;
