// Builds the browser's part and the renderer into web/dist, compresses the assets once, and stamps the result.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { STAMP_FILE, inputsStamp, isBuildCurrent } from './build-stamp.mjs';

const webDir = fileURLToPath(new URL('..', import.meta.url));
const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/;

/** Writes `.br` and `.gz` beside every file that shrinks; the server sends them as they are. */
function compress(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) compress(path);
    else if (COMPRESSIBLE.test(entry.name)) {
      const bytes = readFileSync(path);
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      );
    }
  }
}

function reportSizes() {
  const assets = join(webDir, 'dist', 'client', 'assets');
  for (const name of readdirSync(assets).toSorted())
    if (/\.(js|css)$/.test(name)) {
      const gzip = readFileSync(join(assets, `${name}.gz`)).length;
      console.log(`  ${name}: ${(gzip / 1024).toFixed(1)} KB gzip`);
    }
}

if (isBuildCurrent() && !process.argv.includes('--force')) {
  console.log('web: the build is up to date');
} else {
  process.env.NODE_ENV = 'production';
  const stamp = inputsStamp();
  rmSync(STAMP_FILE, { force: true });
  const common = { configFile: join(webDir, 'vite.config.ts'), mode: 'production', logLevel: 'warn' };
  await build(common);
  await build({ ...common, build: { ssr: true } });
  compress(join(webDir, 'dist', 'client'));
  reportSizes();
  writeFileSync(STAMP_FILE, `${stamp}\n`);
  console.log('web: built');
}
