import type { ThemeConfig } from 'antd';

/** Class of the rules that declare the theme's CSS variables; see `scripts/antd-styles.ts`. */
export const THEME_CLASS = 'antd-theme';

/**
 * Tones of the accent, for what is selected, for notes and for focus: those that antd derives from a dark accent are grey.
 * `scripts/owner-colours.ts` has their shares, by which the build replaces them by tones of the owner's accent.
 */
const LIGHT_TONES = {
  colorPrimaryBg: '#f8f2ee',
  colorPrimaryBgHover: '#f3e9e5',
  colorPrimaryBorder: '#9b5756',
  colorPrimaryBorderHover: '#7a1f1f',
  colorInfoBg: '#f8f2ee',
  colorInfoBgHover: '#f3e9e5',
  colorInfoBorder: '#caa4a2',
  controlOutline: '#7a1f1f33',
} as const;
const DARK_TONES = {
  colorPrimaryBg: '#3a2d28',
  colorPrimaryBgHover: '#46362f',
  colorPrimaryBorder: '#b68275',
  colorPrimaryBorderHover: '#e9a595',
  colorInfoBg: '#3a2d28',
  colorInfoBgHover: '#46362f',
  colorInfoBorder: '#6f5249',
  controlOutline: '#e9a59533',
} as const;

/** The colours of `tokens.css` as values: antd computes further colours from them and cannot use CSS variables. */
export const LIGHT_TOKENS = {
  colorPrimary: '#7a1f1f',
  colorLink: '#7a1f1f',
  colorPrimaryHover: '#5c1414',
  colorPrimaryActive: '#5c1414',
  colorPrimaryTextHover: '#5c1414',
  colorPrimaryTextActive: '#5c1414',
  colorLinkHover: '#5c1414',
  colorLinkActive: '#5c1414',
  colorInfo: '#7a1f1f',
  ...LIGHT_TONES,
  colorError: '#b42318',
  colorSuccess: '#2f6b3c',
  colorWarning: '#8a4b00',
  colorTextBase: '#1c1a17',
  colorText: '#1c1a17',
  colorBgBase: '#fbf8f2',
  colorBgContainer: '#fffdf9',
  colorBgElevated: '#fffdf9',
  colorBorder: '#8a8172',
  colorBorderSecondary: '#dcd4c5',
  colorTextSecondary: '#4a443b',
  colorTextTertiary: '#665f53',
  colorTextDescription: '#665f53',
  colorTextPlaceholder: '#665f53',
  colorTextQuaternary: '#665f53',
  colorTextDisabled: '#665f53',
} as const;

export const DARK_TOKENS = {
  colorPrimary: '#e9a595',
  colorLink: '#e9a595',
  colorPrimaryHover: '#f3c2b6',
  colorPrimaryActive: '#f3c2b6',
  colorPrimaryTextHover: '#f3c2b6',
  colorPrimaryTextActive: '#f3c2b6',
  colorLinkHover: '#f3c2b6',
  colorLinkActive: '#f3c2b6',
  colorInfo: '#e9a595',
  ...DARK_TONES,
  colorError: '#ff7b72',
  colorSuccess: '#7fc08d',
  colorWarning: '#f0b35a',
  colorTextBase: '#ebe5d9',
  colorText: '#ebe5d9',
  colorBgBase: '#171512',
  colorBgContainer: '#1d1a16',
  colorBgElevated: '#2a2620',
  colorBorder: '#8b8170',
  colorBorderSecondary: '#37322a',
  colorTextSecondary: '#c6bead',
  colorTextTertiary: '#b5ab9b',
  colorTextDescription: '#b5ab9b',
  colorTextPlaceholder: '#b5ab9b',
  colorTextQuaternary: '#b5ab9b',
  colorTextDisabled: '#b5ab9b',
  colorTextLightSolid: '#221310',
} as const;

const SHAPE = {
  borderRadius: 2,
  controlHeight: 44,
  fontFamily: 'var(--sans)',
  fontSize: 16,
} as const;

/** Returns the theme for the build, which extracts antd's styles, and for run time, where antd generates none. */
export const antdTheme = (tokens: ThemeConfig['token'] = LIGHT_TOKENS): ThemeConfig => ({
  cssVar: { key: THEME_CLASS },
  hashed: false,
  token: { ...SHAPE, ...tokens },
  // Seven days fit beside each other on a phone of 320 pixels; by default they need 382.
  components: { DatePicker: { cellWidth: 36 } },
});
