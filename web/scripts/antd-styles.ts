import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { SHEETS } from '../src/shared/antd/styled-components.ts';

/** Files of the sheets by the ids that modules import. */
const SHEET_FILES: ReadonlyMap<string, string> = new Map(
  Object.keys(SHEETS).map((id) => [id, id.replace('virtual:', '/virtual/')]),
);
const SHEET_IDS: ReadonlyMap<string, string> = new Map([...SHEET_FILES].map(([id, file]) => [file, id]));
const TOKENS_ID = 'virtual:antd-tokens';
const RESOLVED_TOKENS_ID = `\0${TOKENS_ID}`;
const EXTRACTION = fileURLToPath(new URL('extract-antd-styles.ts', import.meta.url));
const MAX_STYLES_BYTES = 16 * 1024 * 1024;

interface Extracted {
  /** By the ids that modules import. */
  sheets: Record<string, string>;
  tokens: Record<string, unknown>;
}

/** In a process of its own, as React renders with the styles only where nothing has loaded its development build. */
const extract = (): Extracted =>
  JSON.parse(
    execFileSync(process.execPath, [EXTRACTION], {
      env: { ...process.env, NODE_ENV: 'production' },
      encoding: 'utf8',
      maxBuffer: MAX_STYLES_BYTES,
    }),
  ) as Extracted;

/**
 * Provides the sheets of `styled-components.ts`, which the build emits as files like any other style sheet, and
 * `virtual:antd-tokens`, the values that antd derives from the theme.
 */
export function antdStylesPlugin(): Plugin {
  let extracted: Extracted | undefined;
  return {
    name: 'vidhi:antd-styles',
    resolveId: (id) => SHEET_FILES.get(id) ?? (id === TOKENS_ID ? RESOLVED_TOKENS_ID : null),
    load: (id, options) => {
      const sheet = SHEET_IDS.get(id);
      // The server never renders these pages.
      if (sheet !== undefined)
        return options?.ssr === true ? '' : ((extracted ??= extract()).sheets[sheet] ?? null);
      if (id === RESOLVED_TOKENS_ID)
        return `export default ${JSON.stringify((extracted ??= extract()).tokens)}`;
      return null;
    },
  };
}

/**
 * Replaces the module by which antd's components insert `<style>` elements at run time, which the security policy
 * forbids, by one that uses constructed style sheets, which it does not concern.
 */
export function constructedStylesPlugin(): Plugin {
  const replacement = new URL('../src/shared/antd/constructed-styles.ts', import.meta.url).pathname;
  return {
    name: 'vidhi:constructed-styles',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('dynamicCSS') && !source.endsWith('dynamicCSS.js')) return null;
      return importer?.includes('@rc-component/util/') === true || source.startsWith('@rc-component/util/')
        ? replacement
        : null;
    },
  };
}

const fileOf = (url: URL): string => JSON.stringify(url.pathname);
const STYLES_FILE = fileOf(new URL('../src/shared/antd/extracted-styles.ts', import.meta.url));
const TOKENS_FILE = fileOf(new URL('../src/shared/antd/extracted-tokens.ts', import.meta.url));

/**
 * Modules of antd that work at run time on what the build has extracted, by their id, and the modules that replace them;
 * `importer` is a part of the importer's path. antd imports two of them by their default export.
 */
const REPLACED = new Map([
  [
    '\0vidhi:gen-style-utils',
    {
      specifier: /^@ant-design\/cssinjs-utils$/,
      importer: '/antd/es/theme/util/genStyleUtils',
      code: `export { genStyleUtils } from ${STYLES_FILE}`,
    },
  ],
  [
    '\0vidhi:use-reset-icon-style',
    {
      specifier: /\/useResetIconStyle$/,
      importer: '/antd/es/theme/',
      code: `export { useResetIconStyle as default } from ${STYLES_FILE}`,
    },
  ],
  [
    '\0vidhi:use-token',
    {
      specifier: /\/useToken$/,
      importer: '/antd/es/',
      code: `export { useToken as default, unitless } from ${TOKENS_FILE}`,
    },
  ],
]);

/** Functions of antd that register the styles of a component. */
const REGISTRATIONS = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);

interface Span {
  start: number;
  end: number;
}

/** Returns the spans of the arguments of all registrations in a syntax tree, in the order of the text. */
function registrationsIn(tree: unknown): Span[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const {
    type,
    callee,
    arguments: parameters,
  } = tree as {
    type?: string;
    callee?: { name?: string };
    arguments?: readonly Span[];
  };
  const [first, last] = [parameters?.[0], parameters?.at(-1)];
  return type === 'CallExpression' && REGISTRATIONS.has(callee?.name ?? '') && first && last
    ? [{ start: first.start, end: last.end }]
    : Object.values(tree).flatMap(registrationsIn);
}

/**
 * Leaves antd nothing to compute about styles at run time, and drops the functions that would:
 * `docs/adr/0014-antd-computes-no-styles-at-run-time.md` has the figures.
 */
export const extractedStylesPlugin = (): Plugin => ({
  name: 'vidhi:extracted-styles',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer = '') =>
    [...REPLACED].find(
      ([, replaced]) => replaced.specifier.test(source) && importer.includes(replaced.importer),
    )?.[0] ?? null,
  load: (id) => REPLACED.get(id)?.code ?? null,
  transform: {
    filter: { id: /\/node_modules\/antd\/es\/.*\/style\/\w+\.js$/ },
    handler(code) {
      const lean = registrationsIn(this.parse(code)).reduceRight(
        (text, { start, end }) => text.slice(0, start) + text.slice(end),
        code,
      );
      return { code: lean, map: null };
    },
  },
});
