import type { ReadModel } from '@vidhi/content-engine/model/read-model.ts';
import { bookCollection } from './collections/book.ts';
import { lawyerCollection } from './collections/lawyer.ts';
import { neutralRecords } from './neutral-order/neutral-order.ts';

/** What searches, counts and the directory go through, built before the first visitor asks. */
export function warmReads(model: ReadModel): void {
  model.prepare(bookCollection.name, { searched: ['Title'], faceted: true });
  model.prepare(lawyerCollection.name, { searched: ['Title'], faceted: true });
  neutralRecords(model);
}
