import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every page needs, in two chunks: one that changes with the versions of libraries, one with the site. */
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|react-redux|@reduxjs|redux|redux-thunk|immer|reselect|use-sync-external-store|@standard-schema)\//;
const SHARED = /\/web\/src\/(shared|app|features\/(news|site))\//;

/** `scripts/build.mjs` builds twice with this: the browser's part, then the server's renderer. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  publicDir: isSsrBuild ? false : 'public',
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    manifest: isSsrBuild ? false : 'manifest.json',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? { input: 'src/entry-server.tsx' }
      : {
          input: 'src/main.tsx',
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', test: LIBRARIES },
                { name: 'shared', test: SHARED, minShareCount: 2 },
              ],
            },
          },
        },
  },
  ssr: { noExternal: true, target: 'node' },
}));
