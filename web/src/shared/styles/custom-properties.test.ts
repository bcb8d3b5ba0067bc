import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const web = join(import.meta.dirname, '../../..');
const read = (patterns: string[]): string[] =>
  globSync(patterns, { cwd: web })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(web, file), 'utf8'));
const namesIn = (texts: readonly string[], pattern: RegExp): Set<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));

const sheets = read(['{src,kit}/**/*.css']);
const scripts = read(['{src,kit,server}/**/*.{ts,tsx}']);

describe('the custom properties of the sheets', () => {
  it('are all set by a sheet, or by the script or the server that has their values', () => {
    const used = namesIn([...sheets, ...scripts], /var\((--[\w-]+)\s*[,)]/g);
    const set = new Set([
      ...namesIn(sheets, /(?<![\w-])(--[\w-]+)\s*:/g),
      ...namesIn(scripts, /setProperty\('(--[\w-]+)'/g),
      ...namesIn(scripts, /[`'"{;](--[\w-]+):/g),
    ]);
    expect(used.size).toBeGreaterThan(40);
    expect([...used].filter((name) => !set.has(name))).toEqual([]);
  });
});
