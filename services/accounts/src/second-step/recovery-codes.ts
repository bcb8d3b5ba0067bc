import { createHash, randomBytes } from 'node:crypto';

const CODES = 10;
/** Crockford's base32: without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits each, so that a plain hash is enough: nobody can search them. */
const CHARS = 16;
const GROUP = 4;

/** Returns new recovery codes, as `XXXX-XXXX-XXXX-XXXX`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () =>
    Array.from(randomBytes(CHARS), (byte) => ALPHABET[byte % ALPHABET.length])
      .join('')
      .replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-'),
  );

/** Returns a code as it was made, however it was typed. */
const normalise = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** Returns the hash that is stored of a recovery code; null for what cannot be one. */
export function hashRecoveryCode(code: string): string | null {
  const typed = normalise(code);
  return typed.length === CHARS ? createHash('sha256').update(typed).digest('base64url') : null;
}
