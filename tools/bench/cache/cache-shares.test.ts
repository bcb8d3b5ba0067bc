import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cachedShare, readerships, rowOf } from './cache-shares.ts';

const documented = readFileSync(join(import.meta.dirname, '../../../docs/scaling.md'), 'utf8');

describe('the share of pages that the cache of the gateway serves', () => {
  it('is everything when all pages fit', () => {
    expect(cachedShare({ articles: 500, exponent: 1, cacheBytes: 2 ** 26 })).toBeGreaterThan(0.99);
  });

  it('falls with the number of articles, and rises with the size of the cache', () => {
    const shareOf = (articles: number, cacheBytes: number) =>
      cachedShare({ articles, exponent: 1, cacheBytes });
    expect(shareOf(20_000, 2 ** 26)).toBeLessThan(shareOf(2_000, 2 ** 26));
    expect(shareOf(20_000, 2 ** 28)).toBeGreaterThan(shareOf(20_000, 2 ** 26));
  });

  it('is that of the table in docs/scaling.md', () => {
    const rows = readerships();
    expect(
      rows.filter(
        ({ articles, exponent }) =>
          !documented.includes(`| ${articles.toLocaleString('en')} | ${exponent} |`),
      ),
    ).toEqual([]);
    const [first] = rows;
    expect(documented).toContain(first && rowOf(first));
  });
});
