import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

const FOLDERS = ['archive/', 'catalogue/', 'pictures/', 'posts/', 'site/'];

/** Digest of all sources of the archive, written into it, so that an outdated archive is noticed. */
export function sourcesDigest(root: URL): string {
  const digest = createHash('sha256');
  for (const folder of FOLDERS) {
    for (const name of readdirSync(new URL(folder, root)).sort()) {
      if (name.endsWith('.test.ts')) continue;
      digest
        .update(`${folder}${name}\0`)
        .update(readFileSync(new URL(`${folder}${name}`, root)))
        .update('\0');
    }
  }
  return digest.digest('hex');
}
