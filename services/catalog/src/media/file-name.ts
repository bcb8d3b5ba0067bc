import { applicationError } from '@vidhi/contracts/errors.ts';

const RESERVED = /[<>:"/\\|?*\p{Cc}]/u;
const RESERVED_BY_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const LONGEST_NAME = 255;
const LONGEST_SLUG = 80;
const MARKS = /\p{M}/gu;
const NOT_PLAIN = /[^A-Za-z0-9]+/g;
const ENDS = /^_+|_+$/g;
const EXTENSION = /\.[^.]*$/;

/** A name that can be shown and downloaded as, in the words of the reference where it cannot. */
export function readFileName(name: string): string {
  const read = name.normalize();
  const isUsable =
    read !== '' &&
    read.length <= LONGEST_NAME &&
    !RESERVED.test(read) &&
    !RESERVED_BY_WINDOWS.test(read) &&
    read !== '.' &&
    read !== '..';
  if (!isUsable) throw applicationError('File name contains invalid characters');
  return read;
}

/** The extension with its dot and as it is written, or nothing. */
export const extensionOf = (name: string): string => EXTENSION.exec(name)?.[0] ?? '';

/** What an address begins with: plain letters, digits and `_` of the name without its extension. */
export function slugOf(name: string): string {
  const plain = name
    .replace(EXTENSION, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(NOT_PLAIN, '_')
    .slice(0, LONGEST_SLUG)
    .replace(ENDS, '');
  return plain === '' ? 'picture' : plain;
}
