import { createRequire } from 'node:module';
import type * as Antd from 'antd';
import { describe, expect, it } from 'vitest';
import { antdTheme, DARK_TOKENS, LIGHT_TOKENS } from '../src/shared/antd/antd-theme.ts';
import { contrast } from '../src/testing/contrast.ts';
import { antdDarkTheme } from './dark-theme.ts';

const { theme } = createRequire(import.meta.url)('antd') as typeof Antd;

const derived = {
  light: theme.getDesignToken(antdTheme()),
  dark: theme.getDesignToken(antdDarkTheme(theme)),
};

const GROUNDS = ['colorBgBase', 'colorBgContainer', 'colorBgElevated'] as const;

const TEXTS = [
  'colorPrimary',
  'colorPrimaryHover',
  'colorPrimaryActive',
  'colorPrimaryText',
  'colorPrimaryTextHover',
  'colorPrimaryTextActive',
  'colorLink',
  'colorLinkHover',
  'colorLinkActive',
  'colorInfo',
  'colorError',
  'colorErrorText',
  'colorErrorTextHover',
  'colorSuccess',
  'colorWarning',
  'colorText',
  'colorTextSecondary',
  'colorTextTertiary',
  'colorTextDescription',
  'colorTextPlaceholder',
] as const;

describe("antd's colours", () => {
  it.each([
    ['light', LIGHT_TOKENS],
    ['dark', DARK_TOKENS],
  ] as const)('are those of the style sheets as they are, %s', (scheme, tokens) => {
    expect(derived[scheme]).toMatchObject(tokens);
  });

  it.each(['light', 'dark'] as const)('can be read as text, %s', (scheme) => {
    const colours = derived[scheme];
    const pale = TEXTS.flatMap((text) =>
      GROUNDS.filter((ground) => contrast(colours[text], colours[ground]) < 4.5).map(
        (ground) => `${text} ${colours[text]} on ${ground}`,
      ),
    );
    expect(pale).toEqual([]);
  });
});
