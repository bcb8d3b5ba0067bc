import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ColumnRanks } from './column-ranks.ts';
import { compareValues } from '../schema/column-value.ts';
import type { Comparable } from '../schema/column-value.ts';
import { sortedIndices } from './sorted-indices.ts';

const value = fc.oneof(
  fc.constant<Comparable>(null),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom('', 'a', 'B', 'é', '\u{1f600}', '\uffff'),
);

/**
 * Returns the rank of each row: one more than the number of distinct smaller values that are not null; 0 for null and for
 * empty rows.
 */
function naiveRanks(values: readonly (Comparable | undefined)[]): number[] {
  const distinct = new Set(values.filter((one) => one !== undefined && one !== null));
  return values.map((own) =>
    own === undefined || own === null
      ? 0
      : 1 + [...distinct].filter((other) => compareValues(other ?? null, own) < 0).length,
  );
}

it('ranks the values of a column after any changes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(value, { nil: undefined }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(14), fc.option(value, { nil: undefined }), fc.boolean()), { maxLength: 20 }),
      (first, changes) => {
        const values = [...first];
        const ranks = new ColumnRanks(values.length, (row) => values[row]);
        const expectRanks = (): void => {
          const found = ranks.ranks();
          expect(Array.from(values, (_, row) => found[row] ?? 0)).toEqual(naiveRanks([...values]));
        };
        expectRanks();
        for (const [row, changed, isRead] of changes) {
          values[row] = changed;
          ranks.markChanged(row);
          if (isRead) expectRanks();
        }
        expectRanks();
      },
    ),
  );
});

it('merges many changes before the ranks are read', () => {
  const values = Array.from({ length: 5_000 }, (_, row) => (row * 7_919) % 1_000);
  const ranks = new ColumnRanks(0, (row) => values[row]);
  for (const row of values.keys()) ranks.markChanged(row);
  expect([...ranks.ranks()]).toEqual(values.map((one) => one + 1));
});

it.each([10, 4_000])('sorts %i items by several keys, stably', (count) => {
  const key = (step: number, range: number): Uint32Array =>
    Uint32Array.from({ length: count }, (_, at) => (at * step) % range);
  const keys = [
    { values: key(7, 5), descending: true },
    { values: key(104_729, 70_001), descending: false },
    { values: key(13, 3), descending: true },
  ];
  const plain = Array.from({ length: count }, (_, at) => at).sort((a, b) => {
    for (const { values, descending } of keys) {
      const order = (values[a] ?? 0) - (values[b] ?? 0);
      if (order !== 0) return descending ? -order : order;
    }
    return a - b;
  });
  expect([...sortedIndices(count, keys)]).toEqual(plain);
});
