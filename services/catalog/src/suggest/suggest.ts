import type { Column } from '@vidhi/content-engine/schema/schema.ts';
import type { CollectionStore } from '@vidhi/content-engine/model/collection-store.ts';
import type { IndexedDocument } from '@vidhi/content-engine/records/document.ts';
import type { ReadModel } from '@vidhi/content-engine/model/read-model.ts';
import type { SortedOrder } from '@vidhi/content-engine/indexes/sorted-order.ts';
import { suggestDocuments } from '@vidhi/content-engine/select/suggestions.ts';
import { itemSlug } from '@vidhi/contracts/item-slug.ts';
import { bookCollection } from '../collections/book.ts';
import { FIRM, LAWYER, lawyerCollection } from '../collections/lawyer.ts';
import { neutralRecords } from '../neutral-order/neutral-order.ts';

export interface Suggestion {
  id: number;
  label: string;
  slug: string;
}

export interface Suggestions {
  books: Suggestion[];
  lawyers: Suggestion[];
  firms: Suggestion[];
}

const MOST_OF_A_GROUP = 3;
const MAX_LENGTH = 100;

function columnOf(store: CollectionStore, name: string): Column {
  const column = store.schema.columnsByName.get(name);
  if (column === undefined) throw new Error(`${store.schema.name} has no attribute ${name}`);
  return column;
}

function titled(
  model: ReadModel,
  store: CollectionStore,
  request: { text: string; order: SortedOrder; accepts?: (record: IndexedDocument) => boolean },
): Suggestion[] {
  const label = columnOf(store, 'Title');
  return suggestDocuments(model, store, { ...request, label, limit: MOST_OF_A_GROUP }).map((record) => {
    const title = String(store.value(record, label));
    return { id: record.id, label: title, slug: itemSlug(title) };
  });
}

/** Books, newest first, and profiles, in the neutral order, for a text that is still being typed. */
export function suggest(model: ReadModel, typed: string): Suggestions {
  const text = typed.trim().slice(0, MAX_LENGTH);
  if (text === '') return { books: [], lawyers: [], firms: [] };
  model.publishDue();
  const books = model.store(bookCollection.name);
  const profiles = model.store(lawyerCollection.name);
  const kind = columnOf(profiles, 'SubCategory2');
  const newest = books.order([{ column: books.schema.id, descending: true }]);
  const neutral = neutralRecords(model);
  const ofKind = (wanted: string): Suggestion[] =>
    titled(model, profiles, {
      text,
      order: neutral,
      accepts: (record) => profiles.value(record, kind) === wanted,
    });
  return {
    books: titled(model, books, { text, order: newest }),
    lawyers: ofKind(LAWYER),
    firms: ofKind(FIRM),
  };
}
