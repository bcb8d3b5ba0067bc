import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createWordIndex } from './word-index.ts';

const text = fc
  .array(fc.constantFrom('court', 'cou', 'rt', 'stay', ' ', '-', '%', 'é', 'न्याय', '\n', '1'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

it('finds exactly the texts that contain a needle, whatever was replaced before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.option(text, { nil: null })), { maxLength: 40 }),
      text,
      (changes, needle) => {
        const index = createWordIndex();
        const texts = new Map<number, string | null>();
        for (const [slot, after] of changes) {
          index.set(slot, texts.get(slot) ?? null, after);
          texts.set(slot, after);
        }
        const marks = new Uint8Array(10);
        const count = index.mark(needle, marks);
        const wanted = [...texts].filter(([, held]) => held?.includes(needle) === true).map(([slot]) => slot);
        expect([...marks.keys()].filter((slot) => marks[slot] === 1)).toEqual(
          wanted.toSorted((a, b) => a - b),
        );
        expect(count).toBe(wanted.length);
      },
    ),
    { numRuns: 500 },
  );
});
