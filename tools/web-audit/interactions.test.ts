import { expect, it } from 'vitest';
import { inpOf } from './interactions.ts';

it('is the slowest interaction of a page with few', () => expect(inpOf([40, 96, 24], 12)).toBe(96));

it('passes over one interaction in fifty', () => {
  expect(inpOf([40, 300, 24], 60)).toBe(40);
  expect(inpOf([300], 60)).toBe(300);
});

it('is 0 where no interaction was slow', () => expect(inpOf([], 8)).toBe(0));
