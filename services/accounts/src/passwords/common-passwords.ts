import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { toOpaque } from './opaque-password.ts';

const BUNDLED = path.join(import.meta.dirname, '..', '..', 'data', 'common-passwords.txt');

/** Returns whether a password is among the most common ones, in any case. */
export type IsCommonPassword = (password: string) => boolean;

/**
 * Reads a list of passwords in lower case, one a line; lines that begin with `# ` are comments. Rejects when the list is
 * empty: every password would pass.
 */
export async function loadCommonPasswords(file: string = BUNDLED): Promise<IsCommonPassword> {
  const text = await readFile(file, 'utf8');
  const passwords = new Set(text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('# ')));
  if (passwords.size === 0) throw new Error(`${file} lists no passwords`);
  return (password) => passwords.has(toOpaque(password).normalize('NFKC').toLowerCase());
}
