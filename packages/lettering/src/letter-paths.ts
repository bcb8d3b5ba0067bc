import { fontOf, runsOf, type Weight } from './script-fonts.ts';

/** Size in pixels, and weight. */
export interface LetterStyle {
  size: number;
  weight: Weight;
}

/** A line of shaped glyphs, with its width in pixels. */
export interface LetteredLine {
  width: number;
  /** Data of SVG paths relative to the beginning of the base line, each with its place and scale. */
  glyphs: readonly { path: string; x: number; y: number; scale: number }[];
}

/** Returns the width of one line in pixels, without its paths, which take most of the time of shaping. */
export function lineWidth(line: string, { size, weight }: LetterStyle): number {
  let width = 0;
  for (const { text, script } of runsOf(line, weight, new Set())) {
    const font = fontOf(script, weight);
    width += (font.layout(text).advanceWidth * size) / font.unitsPerEm;
  }
  return width;
}

/** Shapes one line. Characters that no font has become question marks, as in bills. */
export function letterLine(line: string, { size, weight }: LetterStyle): LetteredLine {
  const glyphs: { path: string; x: number; y: number; scale: number }[] = [];
  let x = 0;
  for (const { text, script } of runsOf(line, weight, new Set())) {
    const font = fontOf(script, weight);
    const scale = size / font.unitsPerEm;
    const run = font.layout(text);
    for (const [index, glyph] of run.glyphs.entries()) {
      const position = run.positions[index];
      if (position === undefined) continue;
      const { xAdvance, xOffset, yOffset } = position;
      const path = glyph.path.toSVG();
      if (path !== '') glyphs.push({ path, x: x + xOffset * scale, y: -yOffset * scale, scale });
      x += xAdvance * scale;
    }
  }
  return { width: x, glyphs };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Returns a line as SVG at the beginning of its base line. Fonts count upwards, SVG downwards. */
export const letterSvg = ({ glyphs }: LetteredLine, left: number, base: number, fill: string): string =>
  `<g fill="${fill}">${glyphs
    .map(({ path, x, y, scale }) => {
      const place = `translate(${rounded(left + x)} ${rounded(base + y)})`;
      return `<path transform="${place} scale(${rounded(scale * 1000) / 1000} ${-rounded(scale * 1000) / 1000})" d="${path}"/>`;
    })
    .join('')}</g>`;
