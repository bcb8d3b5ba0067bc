import { describe, expect, it } from 'vitest';
import { noteCollection } from '../testing/content-store-contract.ts';
import { findItemProblem } from './import-item.ts';

describe('an imported document', () => {
  it('is accepted up to 7 MB, as an event has to carry it', () => {
    const problemOf = (length: number) =>
      findItemProblem(noteCollection, { id: 7, title: 'x'.repeat(length) });
    expect([problemOf(6_900_000), problemOf(7_000_000)]).toEqual([null, 'it is larger than 7 MB']);
  });
});
