import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const docs = join(import.meta.dirname, '../../docs');
const text = readFileSync(join(docs, 'asvs.md'), 'utf8');

interface Row {
  id: string;
  level: string;
  verdict: string;
  note: string;
}
const rows = [...text.matchAll(/^\| +([\d.*]+) +\| +(\d) +\| +([^|]+?) +\|([^|]*)\|$/gm)].map(
  ([, id = '', level = '', verdict = '', note = '']): Row => ({ id, level, verdict, note }),
);
const linksOf = ({ note }: Row): string[] =>
  [...note.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);

describe('docs/asvs.md', () => {
  it('has a row for each requirement of levels 1 and 2, once', () => {
    expect(rows.length).toBeGreaterThan(200);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.filter(({ level }) => !['1', '2'].includes(level))).toEqual([]);
    const chapters = new Set(rows.map(({ id }) => Number(id.split('.')[0])));
    expect([...chapters]).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
  });

  it('has one of three verdicts in each, and says why where one is not met', () => {
    const verdicts = new Set(rows.map(({ verdict }) => verdict));
    expect([...verdicts].toSorted()).toEqual(['deviation', 'met', 'not applicable']);
    expect(rows.filter(({ verdict, note }) => verdict !== 'met' && note.trim() === '')).toEqual([]);
  });

  it('points to a file of the repository in each that applies', () => {
    const applying = rows.filter(({ verdict }) => verdict !== 'not applicable');
    expect(applying.filter((row) => linksOf(row).length === 0)).toEqual([]);
    expect(
      applying.flatMap(linksOf).filter((path) => !existsSync(join(docs, path.replace(/#.*$/, '')))),
    ).toEqual([]);
  });

  it('counts its own verdicts', () => {
    const countOf = (verdict: string): number => rows.filter((row) => row.verdict === verdict).length;
    expect(text).toContain(
      `${countOf('met')} requirements are met, ${countOf('not applicable')} rows do not apply, and ${countOf('deviation')} are deviations`,
    );
  });
});
