import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findUntypedDocuments, UNTYPED_RECORDS } from './untyped-documents.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Sources that run, apart from tests and what they share. */
const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'packages', 'services', 'infra', 'tools', 'web'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
  .split('\n')
  .filter(
    (file) =>
      /\.(?:ts|tsx|mjs)$/.test(file) &&
      !/\.(?:test|spec)\.tsx?$|-builder\.tsx?$|\/test(?:ing)?\//.test(file) &&
      existsSync(join(root, file)),
  );

it('finds planted reads of untyped documents, and a type that repeats attributes', () => {
  const planted = 'tests/architecture/fixtures/untyped-documents/planted.ts';
  expect(findUntypedDocuments(planted, read(planted)).toSorted()).toEqual([
    'attributes: slug',
    'attributes: title',
    'data',
    'slug',
    'title',
  ]);
});

it('is followed by all code but what reads records without a declaration', () => {
  expect(sources.length).toBeGreaterThan(1_500);
  const untyped = sources.filter((file) => findUntypedDocuments(file, read(file)).length > 0);
  const allowed = Object.keys(UNTYPED_RECORDS);
  expect(untyped.filter((file) => !allowed.some((start) => file.startsWith(start)))).toEqual([]);
  // What has been typed since is no exception any more.
  expect(allowed.filter((start) => !untyped.some((file) => file.startsWith(start)))).toEqual([]);
}, 120_000);
