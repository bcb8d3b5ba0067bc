import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { antdStylesPlugin, constructedStylesPlugin, extractedStylesPlugin } from './scripts/antd-styles.ts';
import { bootScriptPlugin } from './scripts/boot-script.ts';
import { cssOptions, keepInlinedPlugin, layersPlugin } from './scripts/style-sheets.ts';

// Chunks that pages share: `react` and `libraries`, which change rarely and so stay in the browser's cache longer; `react-client`,
// which initializes React; `api`, which creates the API of RTK Query; `shell`, what every entry needs; `parts`, components of
// several pages; and `news`. Rolldown decides about all other chunks. The browser evaluates each chunk of the entry in a task of
// its own: as two, the first five would block a slow phone for 49 and 89 ms.

const REACT = /node_modules\/(react|react-dom|scheduler)\//;
/** Initializes React, which takes as long as compiling it. */
const REACT_CLIENT = /\/web\/src\/app\/react-client\.ts$/;
const LIBRARIES =
  /node_modules\/(react-router|react-router-dom|react-redux|@reduxjs|redux|redux-thunk|immer|reselect|use-sync-external-store|@standard-schema)\//;
const API =
  /\/web\/src\/shared\/(api\/(base-api|problem|read|server-hooks|traceparent)|session\/session-slice)\.ts$/;
const SHELL =
  /preload-helper|\/web\/src\/(app\/(?!analytics|app-pages|count-page|head|load|prefetch|late-fonts|page-shell|use-counted)|shared\/(browser\/(?!ignore-second|is-narrow)|text\/dates|routing|site|appearance|catalogue\/stores|cart\/cart-memory|session\/session-hint|session\/session\.|text\/language|styles\/(base|fonts|tokens)|picture\/|ui\/((search|social|ui)\.css|page-link\.|text-size|theme-choice|unavailable|not-found|picture-frame|breadcrumb|date-text|cached-fragment\.|icons|offline|theme-switch|skeleton))|features\/\w+\/\w+-pages\.|features\/site\/(coming-soon\.|newsletter\.module|components\/social)|features\/news\/(menu|post|section-menu|category-tree|components\/(section-menu|category-tree|search-box))\.)/;
/** Loaded by app and console pages only. The server renders their shell alone, so its build leaves antd out. */
const ANTD =
  /^(antd|@ant-design|@rc-component|dayjs)(\/|$)|\/node_modules\/(antd|@ant-design|@rc-component|dayjs)\//;
/** Modules of the shared chunk, without the session sync, which only logged-in users load. */
const PARTS =
  /\/web\/src\/(shared\/(?!session\/|profile-form\/|address\/|catalogue\/|cart\/|payment\/|antd\/|app-page\/|forms\/|head\/|search|api\/(member|query)|browser\/ignore-second|hosted-page\/|ui\/(busy-label|forbidden|search-tabs|marked-text|video))|features\/site\/(?!letters-api|grievance-|publisher-|components\/(?:grievance-officer|mail-link)))/;
/** The kinds of catalogue items, and the addresses of their lists: search pages have them without cards. */
const KINDS = /\/(catalogue-kind|item-slug|list-path)\.ts$/;
/** Cards of books, lawyers and firms, on lists and beside items. */
const CARDS = /\/web\/src\/shared\/catalogue\/(money|price|initial|item-card)/;
const HOSTED_PAGE = /\/web\/src\/shared\/hosted-page\//;
const SEARCH_TABS = /\/web\/src\/shared\/(search\/search-totals|ui\/search-tabs)/;
/** Parts of the cart and of other pages with forms: in chunks of their own, the cart had thirty, each of them a request. */
const CART = /\/web\/src\/shared\/cart\/(?!cart-memory|quantity-stepper)/;
const PAYMENT = /\/web\/src\/shared\/payment\//;
const ADDRESS = /\/web\/src\/shared\/address\//;
const FORMS = /\/web\/src\/shared\/forms\/(?!combo-field|preference-ticks)/;
/** Those of them that the page of a book needs, too. */
const BUSY_LABEL = /\/web\/src\/shared\/ui\/busy-label/;
const APP_PAGE = /\/web\/src\/shared\/app-page\/(?:app-page|notices)/;
const LOGIN =
  /\/web\/src\/shared\/session\/(?:login-|second-step-challenge|session-sync)|\/contracts\/src\/(?:desks|roles)\.ts$/;
const NEWS = /\/web\/src\/features\/news\//;

/**
 * Makes the router tree-shakeable: the largest page to read has 125,676 bytes of script (gzip) instead of 132,700, of the
 * 128,000 that it may have. `docs/adr/0013-the-build-makes-the-router-tree-shakeable.md` has the alternatives.
 */
const leanRouter: Plugin = {
  name: 'vidhi:lean-router',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\/.*\.m?js$/ },
    handler: (code) => ({
      code: code
        .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
        .replace(/^ +(?=warning\()/gm, '/* @__PURE__ */ ')
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(
          /^var (\w+) = (?=React\d*\.(?:createContext|forwardRef|memo)\()/gm,
          'var $1 = /* @__PURE__ */ ',
        )
        .replace(
          /^var (\w+) = (Object\.getOwnPropertyNames\(Object\.prototype\).*);$/gm,
          'var $1 = /* @__PURE__ */ (() => $2)();',
        ),
      map: null,
    }),
  },
};

/** Takes infinite queries, which no endpoint is, out of RTK Query: the same ADR has what it saves. */
const leanQueries: Plugin = {
  name: 'vidhi:lean-queries',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/@reduxjs\/toolkit\/dist\/query\/.*\.mjs$/ },
    handler: (code) => ({
      code: code
        .replace(/(?<!function )\bisInfiniteQueryDefinition\([^()]+\)/g, 'false')
        .replace('isQuery && "infiniteQueryOptions" in endpointDefinition', 'false')
        .replace(/^\s+build(?:InitiateInfiniteQuery|InfiniteQuery(?:Selector|Hooks)),$/gm, ''),
      map: null,
    }),
  },
};

/** `scripts/build.mjs` builds twice with this configuration: for the browser, then for the server. */
export default defineConfig(({ isSsrBuild, command }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    leanRouter,
    leanQueries,
    layersPlugin(),
    keepInlinedPlugin(),
    antdStylesPlugin(),
    constructedStylesPlugin(),
    extractedStylesPlugin(),
    bootScriptPlugin(),
  ],
  css: cssOptions(command === 'build' ? 'short' : 'readable'),
  publicDir: isSsrBuild ? false : 'public',
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    modulePreload: {
      polyfill: false,
      // No list of scripts to preload with each dynamic import: the lists are in every page to read (0.2 KB, gzip), documents
      // preload the scripts of their page, and pages are prefetched when the pointer rests on a link.
      resolveDependencies: () => [],
    },
    manifest: isSsrBuild ? false : 'manifest.json',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? { input: 'src/ssr/entry-server.tsx', external: ANTD }
      : {
          optimization: { inlineConst: { mode: 'all', pass: 1 } },
          input: ['src/entries/reading.tsx', 'src/entries/app.tsx', 'src/entries/console.tsx'],
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: REACT, priority: 6 },
                { name: 'libraries', test: LIBRARIES, priority: 5 },
                { name: 'api', test: API, priority: 4 },
                { name: 'react-client', test: REACT_CLIENT, priority: 4 },
                { name: 'shell', test: SHELL, priority: 2 },
                { name: 'parts', test: PARTS, minShareCount: 3, priority: 1 },
                { name: 'hosted-page', test: HOSTED_PAGE, priority: 1 },
                { name: 'kinds', test: KINDS, minShareCount: 2, priority: 2 },
                { name: 'cards', test: CARDS, minShareCount: 2, priority: 1 },
                { name: 'search-tabs', test: SEARCH_TABS, minShareCount: 2, priority: 1 },
                { name: 'news', test: NEWS, minShareCount: 3 },
                { name: 'busy-label', test: BUSY_LABEL, minShareCount: 2, priority: 3 },
                { name: 'cart', test: CART, minShareCount: 2, priority: 1 },
                { name: 'payment', test: PAYMENT, minShareCount: 2, priority: 1 },
                { name: 'forms', test: FORMS, minShareCount: 2, priority: 2 },
                { name: 'address', test: ADDRESS, minShareCount: 2, priority: 1 },
                { name: 'app-page', test: APP_PAGE, minShareCount: 2, priority: 2 },
                { name: 'login', test: LOGIN, minShareCount: 2, priority: 2 },
              ],
            },
          },
        },
  },
  ssr: { noExternal: true, target: 'node' },
  // `process.env` is slow in Node, and React reads it while it renders.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
}));
