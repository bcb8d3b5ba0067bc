import type { ReadModel } from '@vidhi/content-engine';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { neutralRecords } from '../neutral-order/neutral-order.ts';

/** Builds the indexes used by search, facet counts and the directory before the first request. */
export function warmReads(model: ReadModel): void {
  // Readers search for titles, the desk for all three.
  model.prepare(bookCollection.name, { searchedByWords: ['Title', 'SubTitle', 'ISBN'], faceted: true });
  model.prepare(lawyerCollection.name, { searchedByWords: ['Title'], faceted: true });
  neutralRecords(model);
}
