import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTokenOrder } from './token-order.ts';

const SYLLABLES = ['a', 'b', 'ab', 'é', '1', 'न्या'];
const token = fc
  .array(fc.constantFrom(...SYLLABLES), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
/** More tokens than are left unsorted, in no order. */
const manyTokens = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${(at * 7_919) % 10_007}${at % 2 === 0 ? 'ab' : 'b'}`);

it.each(['start', 'end'] as const)(
  'finds tokens by their %s, however many were added since the last merge',
  (side) => {
    const has = (text: string, affix: string): boolean =>
      side === 'start' ? text.startsWith(affix) : text.endsWith(affix);
    const bulk = manyTokens(2_500);
    fc.assert(
      fc.property(
        fc.uniqueArray(token, { maxLength: 30 }),
        fc.nat(bulk.length),
        token,
        (added, cut, affix) => {
          const tokens = bulk.slice(0, cut);
          const order = createTokenOrder(tokens, side);
          order.find(affix);
          tokens.push(...added, ...bulk.slice(cut));
          for (const searched of [affix, '1', 'b', '7ab', '77'])
            expect(order.find(searched).toSorted((one, other) => one - other)).toEqual(
              [...tokens.keys()].filter((number) => has(tokens[number] ?? '', searched)),
            );
        },
      ),
      { numRuns: 25 },
    );
  },
);
