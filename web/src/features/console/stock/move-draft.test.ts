import { expect, it } from 'vitest';
import { moveFault, signedCopies, type MoveDraft } from './move-draft.ts';

const draft = (values: Partial<MoveDraft>): MoveDraft => ({
  kind: 'received',
  copies: 5,
  reason: 'Counted',
  ...values,
});

it('takes damaged copies away, and corrects in both directions', () => {
  expect(signedCopies(draft({ kind: 'damaged' }))).toBe(-5);
  expect(signedCopies(draft({ kind: 'corrected', copies: -2 }))).toBe(-2);
  expect(signedCopies(draft({ kind: 'returned' }))).toBe(5);
});

it.each<[Partial<MoveDraft>, number | null, string | null]>([
  [{}, 0, null],
  [{}, null, null],
  [{ copies: null }, 4, 'Type a number of copies.'],
  [{ copies: 0 }, 4, 'Type a number of copies.'],
  [{ reason: ' ' }, 4, 'Give a reason.'],
  [{ kind: 'damaged' }, 4, 'Only 4 copies are free: the others are held or sold.'],
  [{ kind: 'damaged' }, 5, null],
  [{ kind: 'corrected', copies: -6 }, 5, 'Only 5 copies are free: the others are held or sold.'],
])('%j of %s free copies: %s', (values, free, fault) => {
  expect(moveFault({ free }, draft(values))).toBe(fault);
});
