import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdStylesPlugin, constructedStylesPlugin } from '../scripts/antd-styles.ts';
import { cssOptions, layersPlugin } from '../scripts/style-sheets.ts';

/**
 * Configuration for development: `npm run kit -w web` serves the kit at `/__kit/` on the loopback interface. Builds do
 * not include it.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/__kit/',
  plugins: [react(), layersPlugin(), antdStylesPlugin()],
  // antd is bundled beforehand, without the plugins above.
  optimizeDeps: { rolldownOptions: { plugins: [constructedStylesPlugin()] } },
  css: cssOptions('readable'),
  publicDir: false,
  cacheDir: '../../node_modules/.cache/vidhi-kit',
  server: { host: '127.0.0.1', fs: { allow: ['../..'] } },
});
