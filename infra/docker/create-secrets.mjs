import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

// Creates a random secret in the folder of the first argument for each further argument, unless it exists. `docker
// compose` runs this first, so that no secret has a default value and none has to be made up by hand.

const BYTES = 32;
const [folder, ...names] = process.argv.slice(2);
if (folder === undefined || names.length === 0) {
  console.error('Usage: node create-secrets.mjs FOLDER NAME...');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const name of names) {
  const file = join(folder, name);
  if (existsSync(file)) continue;
  writeFileSync(`${file}.new`, randomBytes(BYTES).toString('hex'), { mode: 0o400 });
  renameSync(`${file}.new`, file);
}
