import { describe, expect, it } from 'vitest';
import { colourProblem, coloursOf, readableColour } from '@vidhi/contracts/site-colours.ts';
import { DARK_TOKENS, LIGHT_TOKENS } from '../src/shared/antd/antd-theme.ts';
import { contrast, mixed } from '../src/testing/contrast.ts';
import { PALE_TONES, withOwnerColours } from './owner-colours.ts';

const SCHEMES = [
  ['light', LIGHT_TOKENS],
  ['dark', DARK_TOKENS],
] as const;

it("has the owner's colours in the variables of antd, and leaves every other value", () => {
  const css =
    '.antd-theme{--ant-color-primary:#7a1f1f;--ant-color-link-hover:#5c1414;--ant-color-error:#b42318}';
  expect(withOwnerColours(css, 'light')).toBe(
    '.antd-theme{--ant-color-primary:var(--accent);--ant-color-link-hover:var(--accent-strong);--ant-color-error:#b42318}',
  );
  expect(withOwnerColours('--ant-color-link:#7a1f1f', 'light')).toBe('--ant-color-link:var(--accent)');
  const other = '.a{color:#7a1f1f}.b{--ant-x:#7a1f1f80}';
  expect(withOwnerColours(other, 'light')).toBe(other);
});

it.each(SCHEMES)('has the tones that follow from them, also within a shadow, %s', (scheme, tokens) => {
  const { colorPrimaryBg, controlOutline } = tokens;
  const css = `--ant-option-selected-bg:${colorPrimaryBg};--ant-shadow:0 0 0 2px ${controlOutline};--ant-x:${colorPrimaryBg}80`;
  expect(withOwnerColours(css, scheme)).toBe(
    `--ant-option-selected-bg:color-mix(in srgb, var(--accent) ${PALE_TONES[scheme].colorPrimaryBg}%, var(--paper-raised));` +
      `--ant-shadow:0 0 0 2px color-mix(in srgb, var(--accent) 20%, transparent);--ant-x:${colorPrimaryBg}80`,
  );
});

describe('a pale tone', () => {
  it.each(SCHEMES)('of the theme is that of its accent, %s', (scheme, tokens) => {
    const { colorPrimary, colorBgContainer } = tokens;
    const tones = Object.entries(PALE_TONES[scheme]);
    expect(tones.map(([name]) => [name, tokens[name as keyof (typeof PALE_TONES)['light']]])).toEqual(
      tones.map(([name, share]) => [name, mixed(colorPrimary, colorBgContainer, share)]),
    );
  });

  /** Colours of every hue, at the limit of what owners may choose, and far from it. */
  const OWNERS = ['#ff0000', '#ffb000', '#00ff00', '#00ffff', '#0000ff', '#ff00ff', '#808080', '#000000'];

  it.each(OWNERS)('of a readable colour near %s lets text and links be read', (wish) => {
    const light = readableColour(wish, 'light');
    expect(colourProblem(light, 'light')).toBeNull();
    const [accentOfLight, accentOfDark] = coloursOf(light, readableColour(wish, 'dark'))['accent'] ?? [];
    const toneOf = (scheme: 'light' | 'dark', name: 'colorPrimaryBg' | 'colorPrimaryBgHover'): string => {
      const accent = scheme === 'light' ? accentOfLight : accentOfDark;
      const { colorBgContainer } = scheme === 'light' ? LIGHT_TOKENS : DARK_TOKENS;
      return mixed(accent ?? '', colorBgContainer, PALE_TONES[scheme][name]);
    };
    for (const name of ['colorPrimaryBg', 'colorPrimaryBgHover'] as const) {
      expect(contrast(LIGHT_TOKENS.colorText, toneOf('light', name))).toBeGreaterThanOrEqual(7);
      expect(contrast(DARK_TOKENS.colorText, toneOf('dark', name))).toBeGreaterThanOrEqual(7);
      expect(contrast(accentOfLight ?? '', toneOf('light', name))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(SCHEMES)('of the theme lets links be read, and its ring is seen, %s', (_scheme, tokens) => {
    for (const name of ['colorPrimaryBg', 'colorPrimaryBgHover'] as const)
      expect(contrast(tokens.colorPrimary, tokens[name])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tokens.colorPrimaryBorder, tokens.colorBgContainer)).toBeGreaterThanOrEqual(3);
  });
});
