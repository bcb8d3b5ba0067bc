import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const MAX_BYTES = 2_000_000;

const PATTERNS = {
  'private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/=]{32}/,
  'live key of the card provider': /rzp_live_(?!X+\b)[A-Za-z0-9]{8,}/,
  'key of a cloud': /\bAKIA[0-9A-Z]{16}\b/,
  'token of a code host': /\b(?:gh[pousr]_[A-Za-z0-9]{36}|glpat-[\w-]{20})\b/,
  'token of a registry': /\bnpm_[A-Za-z0-9]{36}\b/,
  'password in an address': /\b(?:mongodb(?:\+srv)?|rediss?|smtps?):\/\/[^\s:/@'"`$]+:[^\s@/'"`$]{12,}@/,
} as const;

const secretsIn = (text: string): string[] =>
  Object.entries(PATTERNS).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));

describe('the files of the repository', () => {
  it('contain no secret', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
      .split('\0')
      .filter((file) => file !== '' && !file.endsWith('secrets.test.ts'));
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) => {
      const stats = statSync(join(root, file), { throwIfNoEntry: false });
      if (stats?.isFile() !== true || stats.size > MAX_BYTES) return [];
      return secretsIn(readFileSync(join(root, file), 'latin1')).map((secret) => `${file}: ${secret}`);
    });
    expect(found).toEqual([]);
  });

  it.each([
    [
      'private key',
      `-----BEGIN ${'PRIVATE KEY'}-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v7VpguoRK9JLsLMREScVpezJpGXA7rAMc`,
    ],
    ['live key of the card provider', `rzp_live_${'a1B2c3D4e5'}`],
    ['key of a cloud', `AKIA${'ABCDEFGHIJKLMNOP'}`],
    ['password in an address', `mongodb://site:${'correct-horse-battery'}@db/site`],
  ])('would be found with a %s', (name, text) => {
    expect(secretsIn(text)).toEqual([name]);
  });
});
