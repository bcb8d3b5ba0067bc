import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { antdStylesPlugin, constructedStylesPlugin } from './scripts/antd-styles.ts';

/**
 * Chunks that pages share: what all need, apart from libraries, which change more rarely; parts of screens; and
 * what news pages have in common. What fewer share comes in small chunks of its own.
 */
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|react-redux|@reduxjs|redux|redux-thunk|immer|reselect|use-sync-external-store|@standard-schema)\//;
const SHELL =
  /preload-helper|\/web\/src\/(app\/(?!head|load|prefetch|late-fonts|page-shell)|shared\/(browser|text\/dates|routing|site|appearance|catalogue|session\/session-(hint|slice)|session\/session\.|text\/language|picture\/|api\/(base-api|problem|read)|ui\/(page-link\.|text-size|theme-choice|unavailable|not-found|picture-frame|breadcrumb|date-text|cached-fragment\.|icons|offline|theme-switch|skeleton))|features\/\w+\/\w+-routes\.|features\/site\/(coming-soon\.|components\/social)|features\/news\/(menu|post|components\/(section-menu|category-tree|search-box))\.)/;
/** Only app and console pages load it; the server, which renders their shell alone, never does. */
const ANTD =
  /^(antd|@ant-design|@rc-component|dayjs)(\/|$)|\/node_modules\/(antd|@ant-design|@rc-component|dayjs)\//;
/** Only those who are signed in load the session sync. */
const PARTS =
  /\/web\/src\/(shared\/(?!session\/|antd\/|forms\/|head\/|search|api\/(member|query)|ui\/(forbidden|search-tabs|marked-text|video))|features\/site\/)/;
/** News and catalogue have it, and nothing else of one another. */
const SEARCH = /\/web\/src\/shared\/searched-attributes/;
const NEWS = /\/web\/src\/features\/news\//;

/**
 * What the router writes at the top of its module keeps parts alive that no page uses: the names that only
 * developers' tools show, and calls of React that do nothing but make a value.
 */
const leanRouter: Plugin = {
  name: 'vidhi:lean-router',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\/.*\.m?js$/ },
    handler: (code) => ({
      code: code
        .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(
          /^var (\w+) = (?=React\d*\.(?:createContext|forwardRef|memo)\()/gm,
          'var $1 = /* @__PURE__ */ ',
        ),
      map: null,
    }),
  },
};

/** Where the source of a page is, only the server needs to know. */
const serverOnlySources: Plugin = {
  name: 'vidhi:server-only-sources',
  apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
  transform: {
    filter: { id: /\/web\/src\/features\/\w+\/\w+-routes\.ts$/ },
    handler: (code) => ({ code: code.replaceAll(/source: '[^']*'/g, "source: ''"), map: null }),
  },
};

/** `scripts/build.mjs` builds twice with this: the browser's part, then the server's renderer. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), leanRouter, serverOnlySources, antdStylesPlugin(), constructedStylesPlugin()],
  publicDir: isSsrBuild ? false : 'public',
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    manifest: isSsrBuild ? false : 'manifest.json',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? { input: 'src/entry-server.tsx', external: ANTD }
      : {
          input: ['src/entries/reading.tsx', 'src/entries/app.tsx', 'src/entries/console.tsx'],
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', test: LIBRARIES, priority: 3 },
                { name: 'shell', test: SHELL, priority: 2 },
                { name: 'search', test: SEARCH, priority: 2 },
                { name: 'parts', test: PARTS, minShareCount: 3, priority: 1 },
                { name: 'news', test: NEWS, minShareCount: 3 },
              ],
            },
          },
        },
  },
  ssr: { noExternal: true, target: 'node' },
  // Otherwise the libraries ask the environment again and again while they render, which is dear in Node.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
}));
