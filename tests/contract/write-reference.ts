import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readArchive } from './archive.ts';
import { referenceApplication } from './reference-application.ts';
import { referenceCollections } from './sides.ts';

const archive = join(import.meta.dirname, 'site-export.tar.gz');

const [target] = parseArgs({ allowPositionals: true }).positionals;
if (target === undefined) {
  console.error('usage: npm run contract:reference -- DIR');
  process.exit(2);
}

const folder = resolve(target);
const files = referenceApplication(referenceCollections, (await readArchive(archive)).schemas);
for (const [path, content] of Object.entries(files)) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

console.log(`${Object.keys(files).length} files written to ${folder}. Then, with Node 20:

  cd ${folder}
  npm install --legacy-peer-deps --no-audit --no-fund
  mkdir -p node_modules/ajv-draft-04/node_modules
  cp -r node_modules/ajv-formats/node_modules/ajv node_modules/ajv-formats/node_modules/json-schema-traverse \\
    node_modules/ajv-draft-04/node_modules/
  NODE_ENV=production npx strapi import --force -f ${archive}
  NODE_ENV=production node server.js          # http://127.0.0.1:1337; OPEN_WRITES=1 lets everybody write
`);
