import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../..');
const SHEET = join(import.meta.dirname, 'forms.css');
const IMPORT = /^(?:import|export)\s(?!type\s)[^;]*?['"](?<path>[#.][^'"]+)['"];/gm;

const pathOf = (from: string, path: string): string =>
  path.startsWith('#shared/') ? join(SRC, 'shared', path.slice(8)) : join(dirname(from), path);

/** Returns whether a module is loaded together with the sheet of forms. */
function hasSheet(file: string, seen = new Set<string>()): boolean {
  if (file === SHEET) return true;
  if (seen.has(file) || !/\.tsx?$/.test(file)) return false;
  seen.add(file);
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].some(({ groups }) =>
    hasSheet(pathOf(file, groups?.['path'] ?? ''), seen),
  );
}

describe('the sheet of forms', () => {
  it('comes with each part of the site that has fields of its own', () => {
    // Pages of the console load it with their frame.
    const parts = globSync('features/!(console)/**/*.tsx', { cwd: SRC })
      .map((name) => join(SRC, name))
      .filter((name) => !name.endsWith('.test.tsx') && readFileSync(name, 'utf8').includes('field__input'));
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.filter((name) => !hasSheet(name))).toEqual([]);
  });
});
