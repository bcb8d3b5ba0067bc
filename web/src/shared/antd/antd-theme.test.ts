import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DARK_TOKENS, LIGHT_TOKENS } from './antd-theme.ts';

const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');

/** Returns the light and the dark value of a colour in `tokens.css`. */
const colours = (name: string) =>
  new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.slice(1);

/** WCAG 2 relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the colour of errors', () => {
  it('is the same in antd and in the style sheets', () => {
    expect(colours('danger')).toEqual([LIGHT_TOKENS.colorError, DARK_TOKENS.colorError]);
  });

  it.each(['paper', 'paper-raised', 'paper-sunk'])(
    'has a contrast of 4.5 on %s, light and dark',
    (ground) => {
      const grounds = colours(ground) ?? [];
      expect(grounds).toHaveLength(2);
      for (const [scheme, danger] of (colours('danger') ?? []).entries())
        expect(contrast(danger, grounds[scheme] ?? '')).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('is not the accent of links and buttons', () => {
    expect(colours('danger')).not.toEqual(colours('accent'));
  });
});
