import type * as Antd from 'antd';
import { antdTheme, DARK_TOKENS } from '../src/shared/antd/antd-theme.ts';

type Theme = NonNullable<Antd.ConfigProviderProps['theme']>;

/** Colours that antd's dark algorithm would mute, and that must be those of the style sheets. */
const SHEET_COLORS = [
  'colorPrimary',
  'colorLink',
  'colorInfo',
  'colorError',
  'colorSuccess',
  'colorWarning',
] as const satisfies (keyof typeof DARK_TOKENS)[];

/** The dark theme, from which the build extracts styles: what antd derives, with the colours of the style sheets as they are. */
export function antdDarkTheme({ darkAlgorithm }: Pick<typeof Antd.theme, 'darkAlgorithm'>): Theme {
  const sheetColors = Object.fromEntries(SHEET_COLORS.map((name) => [name, DARK_TOKENS[name]]));
  return {
    ...antdTheme(DARK_TOKENS),
    algorithm: [darkAlgorithm, (seed, derived) => ({ ...(derived ?? darkAlgorithm(seed)), ...sheetColors })],
  };
}
