import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTokenOrder } from './token-order.ts';

const SYLLABLES = ['a', 'b', 'ab', 'é', '1', 'न्या'];
const word = fc
  .array(fc.constantFrom(...SYLLABLES), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
/** More than are left unsorted, in no order of their own. */
const many = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${(at * 7_919) % 10_007}${at % 2 === 0 ? 'ab' : 'b'}`);

it.each(['start', 'end'] as const)('finds by the %s of words, however many came since', (side) => {
  const has = (text: string, piece: string): boolean =>
    side === 'start' ? text.startsWith(piece) : text.endsWith(piece);
  const bulk = many(2_500);
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 30 }), fc.nat(bulk.length), word, (few, cut, piece) => {
      const words = bulk.slice(0, cut);
      const order = createTokenOrder(words, side);
      order.find(piece);
      words.push(...few, ...bulk.slice(cut));
      for (const wanted of [piece, '1', 'b', '7ab', '77'])
        expect(order.find(wanted).toSorted((one, other) => one - other)).toEqual(
          [...words.keys()].filter((number) => has(words[number] ?? '', wanted)),
        );
    }),
    { numRuns: 25 },
  );
});
