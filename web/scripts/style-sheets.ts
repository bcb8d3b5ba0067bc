import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import globalData from '@csstools/postcss-global-data';
import customMedia from 'postcss-custom-media';
import type { CSSOptions, Plugin } from 'vite';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));
const BREAKPOINTS = fileURLToPath(new URL('../src/shared/styles/breakpoints.css', import.meta.url));
/**
 * Length of generated names: short, so that pages stay small; `style-names.test.ts` rejects two equal names, of which one
 * class is then renamed.
 */
const NAME_LENGTH = 3;
/** Longer in the console: it has more classes than all other pages together, of which many would get equal short names. */
const CONSOLE_NAME_LENGTH = 5;
const CONSOLE = 'features/console/';

/**
 * Returns the folder whose style sheets share their class names: `features/news`, `app/layouts`, and in the console each part
 * of it, `features/console/media`.
 */
export function scopeOf(file: string): string {
  const path = relative(SOURCES, file).split(sep).join('/');
  return path
    .split('/')
    .slice(0, path.startsWith(CONSOLE) ? 3 : 2)
    .join('/')
    .replace(/\.\w.*$/, '');
}

/** Returns a name of letters and digits that begins with a letter, the same on every machine and in both builds. */
function shortName(text: string, length: number): string {
  const digest = createHash('sha256').update(text).digest();
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const signs = `${letters}${letters.toUpperCase()}0123456789`;
  return Array.from(digest.subarray(0, length), (byte, at) => {
    const from = at === 0 ? letters : signs;
    return from.charAt(byte % from.length);
  }).join('');
}

/**
 * Creates the options for reading style sheets. The names of `breakpoints.css` are replaced by their media queries in
 * every sheet. Classes of `*.module.css` are exported in camel case and get a name of their own: a short one in builds,
 * else a readable one. Sheets of one feature share their names, so that one can refer to the classes of another.
 */
export const cssOptions = (names: 'short' | 'readable'): CSSOptions => ({
  postcss: { plugins: [globalData({ files: [BREAKPOINTS] }), customMedia()] },
  modules: {
    localsConvention: 'camelCaseOnly',
    generateScopedName: (name, file) => {
      const scope = scopeOf(file);
      return names === 'short'
        ? shortName(`${scope} ${name}`, scope.startsWith(CONSOLE) ? CONSOLE_NAME_LENGTH : NAME_LENGTH)
        : `${scope.slice(scope.lastIndexOf('/') + 1)}_${name}`;
    },
  },
});

const LAYERS = ['reset', 'antd', 'kit', 'features'] as const;

/** Returns the layer of a style sheet by its path. */
export function layerOf(file: string): (typeof LAYERS)[number] {
  if (/\/shared\/styles\/(base|fonts|tokens)\.css$/.test(file)) return 'reset';
  if (/\/virtual\/antd[\w-]*\.css$/.test(file)) return 'antd';
  return /\/web\/src\/(features|app)\//.test(file) ? 'features' : 'kit';
}

/**
 * Puts every style sheet into its cascade layer: what a later layer declares wins, whatever the selectors. Each sheet
 * begins with the order of the layers, so that it does not depend on which sheet is loaded first.
 */
export const layersPlugin = (): Plugin => ({
  name: 'vidhi:layers',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css(\?|$)/ },
    handler: (css, id) => ({
      code: `@layer ${LAYERS.join(', ')};\n@layer ${layerOf(id.replace(/\?.*/, ''))} {\n${css}\n}\n`,
      map: null,
    }),
  },
});

/**
 * Keeps the sheets whose names the build has inlined (`inlineConst` in `vite.config.ts`): nothing else of their modules is
 * used, and Vite marks modules of names as free of side effects.
 */
export const keepInlinedPlugin = (): Plugin => ({
  name: 'vidhi:keep-inlined',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
  },
});
