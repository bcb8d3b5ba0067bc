import type * as Antd from 'antd';
import { antdTheme, DARK_TOKENS } from '../src/shared/antd/antd-theme.ts';

type Theme = NonNullable<Antd.ConfigProviderProps['theme']>;

/** Colours of which antd's dark algorithm makes muted ones, which differ from those of the style sheets. */
const KEPT = [
  'colorPrimary',
  'colorLink',
  'colorInfo',
  'colorError',
  'colorSuccess',
  'colorWarning',
] as const satisfies (keyof typeof DARK_TOKENS)[];

/** The dark theme, from which the build extracts styles: what antd derives, with the colours of the style sheets as they are. */
export function antdDarkTheme({ darkAlgorithm }: Pick<typeof Antd.theme, 'darkAlgorithm'>): Theme {
  const kept = Object.fromEntries(KEPT.map((name) => [name, DARK_TOKENS[name]]));
  return {
    ...antdTheme(DARK_TOKENS),
    algorithm: [darkAlgorithm, (seed, derived) => ({ ...(derived ?? darkAlgorithm(seed)), ...kept })],
  };
}
