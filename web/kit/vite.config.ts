import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Development only: `npm run kit -w web` shows the kit at `/__kit/` on this machine alone. No build has it. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/__kit/',
  plugins: [react()],
  publicDir: false,
  cacheDir: '../../node_modules/.cache/vidhi-kit',
  server: { host: '127.0.0.1', fs: { allow: ['../..'] } },
});
