import { describe, expect, it } from 'vitest';
import {
  colourProblem,
  coloursOf,
  contrastOf,
  isColour,
  linkContrast,
  readableColour,
} from './site-colours.ts';

describe('isColour', () => {
  it.each(['#7a1f1f', '#ABCDEF'])('accepts %s', (text) => expect(isColour(text)).toBe(true));
  it.each([
    'red',
    '#fff',
    '#7a1f1f;}body{display:none',
    '#7a1f1f\n',
    'url(//evil.example)',
    '</style><script>',
    7,
    null,
  ])('rejects %j', (value) => expect(isColour(value)).toBe(false));
});

it('computes the contrast as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe('colourProblem', () => {
  it.each([
    ['#7a1f1f', 'light'],
    ['#e9a595', 'dark'],
  ] as const)('accepts the default %s of the %s scheme', (colour, scheme) => {
    expect(colourProblem(colour, scheme)).toBeNull();
  });
  it('names the contrast and a colour that can be read', () => {
    expect(colourProblem('#ffcc00', 'light')).toMatch(/contrast is 1\.\d, .* read is #[\da-f]{6}$/);
    expect(colourProblem('#202060', 'dark')).toContain('too dark to be read on the dark page');
  });
});

it.each(['#ffcc00', '#00ffff', '#ffffff', '#102030', '#ff0000'])(
  'makes %s readable in both schemes',
  (colour) => {
    for (const scheme of ['light', 'dark'] as const)
      expect(linkContrast(readableColour(colour, scheme), scheme)).toBeGreaterThanOrEqual(4.5);
  },
);

describe('coloursOf', () => {
  it('derives colours that can be read, for buttons and the dark scheme, too', () => {
    for (const light of ['#0b5394', '#1b6b3a', '#7a1f1f', '#5b2a86']) {
      const { accent, button } = coloursOf(light, null);
      expect(linkContrast(accent?.[1] ?? '', 'dark')).toBeGreaterThanOrEqual(4.5);
      for (const filled of button ?? []) expect(contrastOf(filled, '#fffdf9')).toBeGreaterThanOrEqual(4.5);
    }
  });
  it('has none for what is no readable colour', () => {
    for (const value of [null, '#ffcc00', '#0b5394;}', 'red'])
      expect(coloursOf(value, '#e9a595')).toEqual({});
    expect(coloursOf('#0b5394', '#0b5394;}')).toEqual(coloursOf('#0b5394', null));
  });
});
