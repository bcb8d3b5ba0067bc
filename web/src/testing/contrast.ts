/** WCAG 2 relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast of two colours. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour on another, of which it has a share in percent, as CSS mixes them in sRGB. */
export const mixed = (one: string, other: string, percent: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const [over = 0, below = 0] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
      const channel = Math.round(below + ((over - below) * percent) / 100);
      return channel.toString(16).padStart(2, '0');
    })
    .join('')}`;
