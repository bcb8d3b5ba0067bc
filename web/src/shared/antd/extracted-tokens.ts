import tokens from 'virtual:antd-tokens';

const TOKENS = [null, tokens, ''] as const;

/** Replaces antd's `useToken`: returns the values that antd has computed from the theme during the build. */
export const useToken = (): typeof TOKENS => TOKENS;

/** antd passes it to `genStyleUtils`, whose replacement ignores it. */
export const unitless = {};
