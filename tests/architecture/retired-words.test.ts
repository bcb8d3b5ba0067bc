import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRetiredNames, retiredWordIn, RETIRED_WORDS } from './retired-words.ts';

const root = join(import.meta.dirname, '..', '..');
const FIXTURES = 'tests/architecture/fixtures/retired-words';
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const files = execFileSync(
  'git',
  [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'packages',
    'services',
    'infra',
    'tools',
    'tests',
    'web',
  ],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
  .split('\n')
  .filter(
    (file) =>
      /\.(?:ts|tsx|mjs|java)$/.test(file) &&
      !file.startsWith('tests/architecture/') &&
      existsSync(join(root, file)),
  );

describe('the words that docs/glossary.md retires', () => {
  it('are found in planted identifiers and file names, and not in comments and strings', () => {
    const planted = `${FIXTURES}/lost-navigation.ts`;
    expect(findRetiredNames(planted, read(planted)).toSorted()).toEqual([
      'MOST_RETRIES (MOST_)',
      'REQUESTS_KEPT_MS (kept ms)',
      'lost-navigation (lost navigation)',
      'matchSet (match set)',
      'onTrouble (trouble)',
      'openSlots (slots)',
      'signIn (sign in)',
    ]);
  });

  it('match whole words only, and not the terms of the field that contain them', () => {
    expect(
      ['inFlight', 'MAX_IN_FLIGHT', 'flightless', 'timeslots', 'isTherefore'].map(retiredWordIn),
    ).toEqual([null, null, null, null, null]);
    expect(retiredWordIn('flightOf')).toBe('flight');
  });

  it('are listed in the glossary', () => {
    const glossary = read('docs/glossary.md')
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll(/[^a-z]+/gi, ' ')
      .toLowerCase();
    const derived = RETIRED_WORDS.filter((word) => !/s$|d$/.test(word));
    expect(derived.filter((word) => !glossary.includes(word))).toEqual([]);
  });

  it('name nothing in the code', () => {
    expect(files.length).toBeGreaterThan(800);
    const found = files.flatMap((file) => {
      const names = findRetiredNames(file, read(file));
      return names.length === 0 ? [] : [`${file}: ${names.join(', ')}`];
    });
    expect(found).toEqual([]);
  }, 120_000);
});
