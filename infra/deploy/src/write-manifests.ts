import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manifestFiles } from './manifest-files.ts';

// npm run manifests

const root = join(import.meta.dirname, '../../..');
const files = await manifestFiles();
for (const [path, text] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
console.log(`${files.size} files written.`);
