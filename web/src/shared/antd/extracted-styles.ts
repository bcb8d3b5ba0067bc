import { THEME_CLASS } from './antd-theme.ts';

/** Returns no hash, and the class of the theme's variables. */
const useExtractedStyle = (): readonly [hashId: string, variablesClass: string] => ['', THEME_CLASS];

const NoStyle = (): null => null;

/** Replaces `genStyleUtils` of `@ant-design/cssinjs-utils`: see `scripts/antd-styles.ts`. */
export const genStyleUtils = () => ({
  genStyleHooks: () => useExtractedStyle,
  genComponentStyleHook: () => () => '',
  genSubStyleComponent: () => NoStyle,
});

/** Replaces `useResetIconStyle` of antd, whose rules are in the extracted sheet. */
export const useResetIconStyle = (): void => undefined;
