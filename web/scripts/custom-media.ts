import { fileURLToPath } from 'node:url';
import globalData from '@csstools/postcss-global-data';
import customMedia from 'postcss-custom-media';
import type { CSSOptions } from 'vite';

const BREAKPOINTS = fileURLToPath(new URL('../src/shared/styles/breakpoints.css', import.meta.url));

/** Replaces the names of `breakpoints.css` by their media queries in every style sheet. */
export const cssWithBreakpoints: CSSOptions = {
  postcss: { plugins: [globalData({ files: [BREAKPOINTS] }), customMedia()] },
};
