import { createRequire } from 'node:module';
import type * as Cssinjs from '@ant-design/cssinjs';
import type * as Antd from 'antd';
import { createElement, type ComponentType, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { antdTheme, THEME_CLASS } from '../src/shared/antd/antd-theme.ts';
import { SHEETS } from '../src/shared/antd/styled-components.ts';
import { antdDarkTheme } from './dark-theme.ts';
import { withOwnerColours } from './owner-colours.ts';

// Prints the style sheets of antd's components and the values of the theme for the build (`antd-styles.ts`), as JSON.

// antd and its style engine must be of one module system, or they share no cache.
const require = createRequire(import.meta.url);

type Components = (typeof SHEETS)[keyof typeof SHEETS];

/** Props without which components render nothing. */
const PROPS: Readonly<Record<string, object>> = {
  Badge: { count: 1 },
  Dropdown: { menu: { items: [{ key: 'a', label: 'a' }] }, children: createElement('i') },
  Popconfirm: { title: 'a', children: createElement('i') },
  Popover: { title: 'a', children: createElement('i') },
  Segmented: { options: ['a'] },
  Tooltip: { title: 'a', children: createElement('i') },
};

/** The styles of components, as antd makes them for a colour scheme. */
function extract(components: Components, scheme: 'light' | 'dark'): string {
  const antd = require('antd') as typeof Antd;
  const { createCache, extractStyle, StyleProvider } = require('@ant-design/cssinjs') as typeof Cssinjs;
  const cache = createCache();
  const theme = scheme === 'dark' ? antdDarkTheme(antd.theme) : antdTheme();
  const samples = components.map((name): ReactNode => {
    const Component = antd[name] as unknown as ComponentType<{ key: string }>;
    return createElement(Component, { key: name, ...PROPS[name] });
  });
  renderToString(
    createElement(
      StyleProvider,
      { cache },
      createElement(antd.ConfigProvider, { theme }, createElement(antd.App, null, samples)),
    ),
  );
  return extractStyle(cache, { plain: true, once: false });
}

/** The rules that declare variables of the theme, by their selectors. */
const VARIABLES = new RegExp(`(\\.${THEME_CLASS}[^{}]*)\\{([^{}]*--ant-[^{}]*)\\}`, 'g');

/** Returns the declarations of dark rules that differ from those of the same selector in light. */
function darkOnly(light: string, dark: string): { selector: string; declarations: string }[] {
  const known = new Map(
    [...light.matchAll(VARIABLES)].map(([, selector = '', body = '']) => [selector, body]),
  );
  return [...dark.matchAll(VARIABLES)].flatMap(([, selector = '', body = '']) => {
    const before = new Set((known.get(selector) ?? '').split(';'));
    const declarations = body.split(';').filter((one) => one !== '' && !before.has(one));
    return declarations.length === 0 ? [] : [{ selector, declarations: declarations.join(';') }];
  });
}

const underRoot = (root: string, rules: ReturnType<typeof darkOnly>): string =>
  rules
    .map(({ selector, declarations }) => {
      const selectors = selector.split(',').map((one) => `${root} ${one.trim()}`);
      return `${selectors.join(',')}{${declarations}}`;
    })
    .join('\n');

/** Returns one style sheet for both colour schemes, switched as `tokens.css` is. */
function antdStyles(components: Components): string {
  const light = extract(components, 'light');
  const rules = darkOnly(light, extract(components, 'dark')).map(({ selector, declarations }) => ({
    selector,
    declarations: withOwnerColours(declarations, 'dark'),
  }));
  return [
    withOwnerColours(light, 'light'),
    `@media (prefers-color-scheme: dark) {\n${underRoot(":root:not([data-theme='light'])", rules)}\n}`,
    underRoot(":root[data-theme='dark']", rules),
  ].join('\n');
}

/** Returns the values that antd derives from the theme; components read a few of them, such as z-indices and breakpoints. */
function themeTokens(): Record<string, unknown> {
  const antd = require('antd') as typeof Antd;
  let tokens = {};
  function Reader(): null {
    tokens = antd.theme.useToken().token;
    return null;
  }
  renderToString(createElement(antd.ConfigProvider, { theme: antdTheme() }, createElement(Reader)));
  return tokens;
}

const sheets = Object.fromEntries(
  Object.entries(SHEETS).map(([id, components]) => [id, antdStyles(components)]),
);
process.stdout.write(JSON.stringify({ sheets, tokens: themeTokens() }));
