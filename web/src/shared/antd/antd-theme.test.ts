import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast } from '../../testing/contrast.ts';
import { DARK_TOKENS, LIGHT_TOKENS } from './antd-theme.ts';

const SOURCES = join(import.meta.dirname, '../..');
const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');

/** Returns the light and the dark value of a colour in `tokens.css`. */
const colours = (name: string) =>
  new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.slice(1);

describe('a colour of the site', () => {
  it.each([
    ['danger', 'colorError'],
    ['accent', 'colorPrimary'],
    ['accent', 'colorLink'],
    ['accent-strong', 'colorPrimaryHover'],
    ['accent-strong', 'colorLinkHover'],
    ['ink', 'colorText'],
    ['ink-soft', 'colorTextSecondary'],
    ['paper', 'colorBgBase'],
    ['paper-raised', 'colorBgContainer'],
    ['rule', 'colorBorderSecondary'],
    ['good', 'colorSuccess'],
  ] as const)('--%s is %s of antd, light and dark', (name, token) =>
    expect(colours(name)).toEqual([LIGHT_TOKENS[token], DARK_TOKENS[token]]),
  );
});

const rules = globSync('**/*.css', { cwd: SOURCES }).flatMap((file) => [
  ...readFileSync(join(SOURCES, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .matchAll(/([^{}]*)\{([^{}]*)\}/g),
]);
const selectorsOf = (found: typeof rules): string[] => found.map(([, selector = '']) => selector.trim());

describe('the colour of titles', () => {
  it.each([
    ['elements', /(?:^|[\s>(,])h[1-4](?=$|[\s),{])/, 20],
    ['classes', /(?:title|heading)(?=$|[\s:),{])/, 10],
  ])('is that of text on every page: no rule gives one the accent, %s', (_what, isTitle, count) => {
    const titled = rules.filter(([, selector = '']) => isTitle.test(selector.trim()));
    expect(titled.length).toBeGreaterThan(count);
    const coloured = titled.filter(([, , body = '']) => /(?:^|\s)color: var\(--accent/.test(body));
    expect(selectorsOf(coloured)).toEqual([]);
  });
});

describe('the colour of filled buttons', () => {
  const onButton = /--on-button: (#\w+);/.exec(tokens)?.[1] ?? '';

  it.each(['button', 'button-strong'])('--%s is dark enough for light text, light and dark', (name) => {
    expect(colours(name)).toHaveLength(2);
    for (const colour of colours(name) ?? []) expect(contrast(onButton, colour)).toBeGreaterThanOrEqual(4.5);
  });

  it('is no accent, which is salmon on a dark page: no area with a text or a sign has it', () => {
    const filled = rules.filter(([, , body = '']) => /(?:^|\s)color: var\(--on-button\)/.test(body));
    expect(selectorsOf(filled)).toEqual(
      expect.arrayContaining([
        '.button',
        '.skip-link',
        '.video__play .icon',
        '.cart-link__count',
        expect.stringMatching(/\.ant-btn-primary:not\(.*\)$/),
      ]),
    );
    const pale = rules.filter(
      ([, , body = '']) => /background: var\(--accent/.test(body) && /(?:^|\s)color:/.test(body),
    );
    expect(selectorsOf(pale)).toEqual([]);
  });
});

describe('the colour of placeholders', () => {
  it('is one of the site, which can be read on every ground, light and dark', () => {
    const base = readFileSync(new URL('../styles/base.css', import.meta.url), 'utf8');
    expect(base).toMatch(/^::placeholder \{\s*color: var\(--ink-faint\);/m);
    for (const ground of ['paper', 'paper-raised', 'paper-sunk'])
      for (const [scheme, ink] of (colours('ink-faint') ?? []).entries())
        expect(contrast(ink, colours(ground)?.[scheme] ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the colour of errors', () => {
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
