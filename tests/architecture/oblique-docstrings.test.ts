import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findObliqueDocstrings } from './oblique-docstrings.ts';

const root = join(import.meta.dirname, '..', '..');
const PLANTED = 'tests/architecture/fixtures/oblique-docstrings/planted.ts';
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .split('\n')
  .filter(
    (file) =>
      /\.(?:ts|tsx|mjs|js|cjs)$/.test(file) &&
      !file.startsWith('tests/architecture/fixtures/') &&
      existsSync(join(root, file)),
  );

describe('docstrings that begin with a relative clause or a fragment', () => {
  it('are found in planted declarations, members and head comments', () => {
    expect(findObliqueDocstrings(read(PLANTED))).toEqual([
      'What this file is about.',
      'Of one address.',
      'How often late headers',
      'Who sells.',
    ]);
  });

  it('are nowhere in the code', () => {
    expect(sources.length).toBeGreaterThan(1_500);
    const found = sources.flatMap((file) =>
      findObliqueDocstrings(read(file)).map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual([]);
  });
});
