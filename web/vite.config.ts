import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `scripts/build.mjs` builds twice with this: the browser's part, then the server's renderer. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  publicDir: isSsrBuild ? false : 'public',
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    modulePreload: false,
    manifest: isSsrBuild ? false : 'manifest.json',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: { input: isSsrBuild ? 'src/entry-server.tsx' : 'src/main.tsx' },
  },
  ssr: { noExternal: true, target: 'node' },
}));
