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

describe('the colour of titles', () => {
  const sheets = globSync('**/*.css', { cwd: SOURCES }).map((file) =>
    readFileSync(join(SOURCES, file), 'utf8'),
  );

  it('is that of text on every page: no rule gives one the accent', () => {
    const rules = sheets.flatMap((sheet) => [...sheet.matchAll(/([^{}]*)\{([^{}]*)\}/g)]);
    const titled = rules.filter(([, selector = '']) =>
      /(?:^|[\s>(,])h[1-4](?=$|[\s),{])/.test(selector.trim()),
    );
    expect(titled.length).toBeGreaterThan(20);
    const coloured = titled.filter(([, , body = '']) => /(?:^|\s)color: var\(--accent/.test(body));
    expect(coloured.map(([, selector = '']) => selector.trim())).toEqual([]);
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
