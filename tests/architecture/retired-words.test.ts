import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRetiredNames, retiredWordIn, RETIRED_WORDS } from './retired-words.ts';

const root = join(import.meta.dirname, '..', '..');
const FIXTURES = 'tests/architecture/fixtures/retired-words';
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Files that still contain retired names. Only remove entries: rename what a file contains, then delete its line. */
const EXCEPTIONS: readonly string[] = [
  'web/kit/parts/directory-part.tsx',
  'web/server/api-client.ts',
  'web/server/document.ts',
  'web/server/known-pictures.ts',
  'web/server/page-routes.ts',
  'web/server/render-queue.test.ts',
  'web/src/app/layouts/service-menu.tsx',
  'web/src/app/layouts/site-foot.tsx',
  'web/src/features/catalog/components/item-card.tsx',
  'web/src/features/catalog/filter-options.ts',
  'web/src/features/catalog/item/item-reads.ts',
  'web/src/features/directory/directory-head.ts',
  'web/src/features/directory/directory-paths.ts',
  'web/src/features/directory/routes/order-page.tsx',
  'web/src/features/directory/routes/practice-page.tsx',
  'web/src/features/news/article-headings.ts',
  'web/src/features/news/components/article-body.tsx',
  'web/src/features/news/components/article-tools-slot.tsx',
  'web/src/features/news/components/article-view.tsx',
  'web/src/features/news/components/search-suggestions.tsx',
  'web/src/features/news/suggest.ts',
  'web/src/shared/api/picture-variants.test.tsx',
  'web/src/shared/api/picture-variants.ts',
  'web/src/shared/routing/paths.ts',
];

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
      'lost-navigation (lost navigation)',
      'matchSet (match set)',
      'onTrouble (trouble)',
      'openSlots (slots)',
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

  it('name nothing in the code, except in files that are listed until they are renamed', () => {
    expect(files.length).toBeGreaterThan(800);
    const found = new Map(
      files
        .map((file) => [file, findRetiredNames(file, read(file))] as const)
        .filter(([, names]) => names.length > 0),
    );
    const unlisted = [...found].filter(([file]) => !EXCEPTIONS.includes(file));
    expect(unlisted.map(([file, names]) => `${file}: ${names.join(', ')}`)).toEqual([]);
    // An entry without retired names is obsolete and must be removed.
    expect(EXCEPTIONS.filter((file) => !found.has(file))).toEqual([]);
  }, 120_000);
});
