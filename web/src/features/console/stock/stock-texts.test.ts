import { expect, it } from 'vitest';
import { moveText } from './stock-texts.ts';

it.each([
  [{ kind: 'received', copies: 50, ref: null }, 'Received: +50'],
  [{ kind: 'returned', copies: 1, ref: null }, 'Returned by a buyer: +1'],
  [{ kind: 'returned', copies: 2, ref: 'pu_1' }, 'Back from an order: +2'],
  [{ kind: 'corrected', copies: -1, ref: 'pu_1' }, 'Sent with an order: −1'],
] as const)('names the move %j', (move, text) => {
  expect(moveText(move)).toBe(text);
});
