import { applicationError } from '@vidhi/contracts/errors.ts';

const RESERVED = /[<>:"/\\|?*\p{Cc}]/u;
const RESERVED_BY_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const MAX_NAME = 255;
const MAX_SLUG = 80;
const COMBINING_MARKS = /\p{M}/gu;
const NON_ALPHANUMERIC = /[^A-Za-z0-9]+/g;
const OUTER_UNDERSCORES = /^_+|_+$/g;
const EXTENSION = /\.[^.]*$/;

/** Validates and NFC-normalizes a file name. Throws the reference's application error for an unusable one. */
export function readFileName(name: string): string {
  const read = name.normalize();
  const isUsable =
    read !== '' &&
    read.length <= MAX_NAME &&
    !RESERVED.test(read) &&
    !RESERVED_BY_WINDOWS.test(read) &&
    read !== '.' &&
    read !== '..';
  if (!isUsable) throw applicationError('File name contains invalid characters');
  return read;
}

/** Returns the extension with its dot, in its original case, or an empty string. */
export const extensionOf = (name: string): string => EXTENSION.exec(name)?.[0] ?? '';

/** First part of a storage key: the name without its extension, reduced to ASCII letters, digits and `_`; `fallback` where nothing remains. */
export function slugOf(name: string, fallback = 'picture'): string {
  const plain = name
    .replace(EXTENSION, '')
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .replace(NON_ALPHANUMERIC, '_')
    .slice(0, MAX_SLUG)
    .replace(OUTER_UNDERSCORES, '');
  return plain === '' ? fallback : plain;
}
