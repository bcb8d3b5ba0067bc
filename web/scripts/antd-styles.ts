import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const VIRTUAL_ID = 'virtual:antd.css';
const RESOLVED_ID = '/virtual/antd.css';
const EXTRACTION = fileURLToPath(new URL('extract-antd-styles.ts', import.meta.url));
const MAX_STYLES_BYTES = 16 * 1024 * 1024;

/** In a process of its own, as React renders with the styles only where nothing has loaded its development build. */
const antdStyles = (): string =>
  execFileSync(process.execPath, [EXTRACTION], {
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
    maxBuffer: MAX_STYLES_BYTES,
  });

/** Provides `virtual:antd.css`, which the build emits as a file like any other style sheet. */
export function antdStylesPlugin(): Plugin {
  let styles: string | undefined;
  return {
    name: 'vidhi:antd-styles',
    resolveId: (id) => (id === VIRTUAL_ID ? RESOLVED_ID : null),
    // The server never renders these pages.
    load: (id, options) =>
      id !== RESOLVED_ID ? null : options?.ssr === true ? '' : (styles ??= antdStyles()),
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
