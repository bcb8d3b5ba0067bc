import { validationError } from '@vidhi/contracts/errors.ts';

export const ROOT_FOLDER = '/';
const MAX_DEPTH = 5;
const MAX_NAME_CHARS = 60;
const CONTROL = /\p{Cc}/u;

/**
 * Returns the path of a folder as `/Courts/2026`. A folder is an attribute of its pictures: a change moves no file. Throws 400
 * for a name that is too long, and for more than five levels.
 */
export function readFolder(path: string): string {
  const names = path
    .normalize('NFC')
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > MAX_DEPTH) throw validationError(`A folder has at most ${MAX_DEPTH} levels`);
  for (const name of names)
    if (name.length > MAX_NAME_CHARS || CONTROL.test(name) || name === '.' || name === '..')
      throw validationError(`Names of folders have at most ${MAX_NAME_CHARS} characters`);
  return `/${names.join('/')}`;
}
