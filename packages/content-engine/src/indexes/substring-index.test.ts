import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRowBitmap, rowsOf } from './row-bitmap.ts';
import { createTokenDictionary } from './token-dictionary.ts';
import { createSubstringIndex } from './substring-index.ts';
import type { SubstringIndex } from './substring-index.ts';

const text = fc
  .array(fc.constantFrom('court', 'cou', 'rt', 'stay', ' ', '-', '%', 'é', 'न्याय', '\n', '1'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

function found(index: SubstringIndex, needle: string, rows: number): { rows: number[]; count: number } {
  const set = createRowBitmap(rows);
  index.addMatches(set, needle);
  return { rows: [...rowsOf(set)], count: set.count };
}

function expected(texts: ReadonlyMap<number, string | null>, needle: string): ReturnType<typeof found> {
  const rows = [...texts].filter(([, texts]) => texts?.includes(needle) === true).map(([row]) => row);
  return { rows: rows.toSorted((a, b) => a - b), count: rows.length };
}

it('finds exactly the texts that contain a needle, after any replacements', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.option(text, { nil: null })), { maxLength: 40 }),
      text,
      (changes, needle) => {
        const tokenDictionary = createTokenDictionary();
        const columns = [createSubstringIndex(tokenDictionary), createSubstringIndex(tokenDictionary)];
        const texts = columns.map(() => new Map<number, string | null>());
        for (const [at, [row, after]] of changes.entries()) {
          columns[at % 2]?.set(row, after);
          texts[at % 2]?.set(row, after);
        }
        for (const [at, column] of columns.entries())
          expect(found(column, needle, 10)).toEqual(expected(texts[at] ?? new Map(), needle));
      },
    ),
    { numRuns: 500 },
  );
});

const ROWS = 1_500;
const PARTS = 'court order appeal tax Suprem न्याय न् य ा é 中 😀 a t 1 12 \u0000 _ % \\'.split(' ');
const GAPS = [' ', ' ', ' ', '-', ', ', '', '\n\n', '--'];

/** Texts that share words, so that posting lists of all lengths occur, with some unique ones. */
const manyTexts = fc.infiniteStream(fc.nat(1_000_000)).map((numbers) => {
  const next = (below: number): number => Number(numbers.next().value) % below;
  const some = (of: readonly string[]): string => of[next(of.length)] ?? '';
  const aText = (): string =>
    Array.from({ length: next(14) }, () => `${some(PARTS)}${some(GAPS)}`).join('') +
    (next(4) === 0 ? String(next(ROWS)) : '');
  const aNeedle = (texts: ReadonlyMap<number, string | null>): string => {
    const whole = texts.get(next(ROWS)) ?? some(PARTS);
    const from = next(whole.length + 1);
    // A query string cannot carry half a surrogate pair.
    return whole
      .slice(from, from + next(13))
      .toWellFormed()
      .replaceAll('\ufffd', '');
  };
  return { next, aText, aNeedle };
});

it('finds them among many texts, through replacement and removal', () => {
  fc.assert(
    fc.property(manyTexts, ({ next, aText, aNeedle }) => {
      const index = createSubstringIndex(createTokenDictionary());
      const texts = new Map<number, string | null>();
      const put = (row: number, after: string | null): void => {
        index.set(row, after);
        texts.set(row, after);
      };
      const search = (times: number): void => {
        for (let time = 0; time < times; time += 1) {
          const needle = aNeedle(texts);
          expect({ needle, ...found(index, needle, ROWS) }).toEqual({ needle, ...expected(texts, needle) });
        }
      };
      // Enough replacements for the token sequences to be compacted.
      for (let round = 0; round < 6; round += 1) {
        for (let row = 0; row < ROWS; row += 1)
          if (round === 0 || next(5) > 0) put(row, next(30) === 0 ? null : aText());
        search(25);
      }
      for (let row = 0; row < ROWS; row += 1) if (next(10) > 0) put(row, null);
      search(25);
    }),
    { numRuns: 8 },
  );
});
