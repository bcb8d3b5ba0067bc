import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ATTACK_TESTS } from './attack-tests.ts';

const root = join(import.meta.dirname, '..', '..');
const HOLES = 38;

/** Returns whether a file has a string of exactly this text, as titles of tests are. */
const hasTitle = (source: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));

describe('the attacks on each hole', () => {
  it('are listed for all of them', () => {
    expect(Object.keys(ATTACK_TESTS)).toEqual(Array.from({ length: HOLES }, (_, index) => `A${index + 1}`));
  });

  it.each(Object.entries(ATTACK_TESTS))('%s are tests of this repository', (_id, { tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    const lost = tests.filter(
      ([file, title]) =>
        !existsSync(join(root, file)) || !hasTitle(readFileSync(join(root, file), 'utf8'), title),
    );
    expect(lost).toEqual([]);
  });

  it('would be missed under another title', () => {
    expect(hasTitle("it('rejects a role', …)", 'rejects a role')).toBe(true);
    expect(hasTitle("it('rejects a role', …)", 'rejects')).toBe(false);
  });
});
