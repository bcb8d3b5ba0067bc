import {
  type CollectionStore,
  type Column,
  type IndexedDocument,
  type ReadModel,
  type SortedOrder,
  suggestDocuments,
} from '@vidhi/content-engine';
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

const MAX_PER_GROUP = 3;
const MAX_LENGTH = 100;

function columnOf(store: CollectionStore, name: string): Column {
  const column = store.schema.columnsByName.get(name);
  if (column === undefined) throw new Error(`${store.schema.name} has no attribute ${name}`);
  return column;
}

function suggestTitles(
  model: ReadModel,
  store: CollectionStore,
  request: { text: string; order: SortedOrder; accepts?: (document: IndexedDocument) => boolean },
): Suggestion[] {
  const label = columnOf(store, 'Title');
  return suggestDocuments(model, store, { ...request, label, limit: MAX_PER_GROUP }).map((document) => {
    const title = String(store.value(document, label));
    return { id: document.id, label: title, slug: itemSlug(title) };
  });
}

/** Returns suggestions for a partly typed text: books newest first, profiles in the neutral order. */
export function suggest(model: ReadModel, typed: string): Suggestions {
  const text = typed.trim().slice(0, MAX_LENGTH);
  if (text === '') return { books: [], lawyers: [], firms: [] };
  model.publishDue();
  const books = model.store(bookCollection.name);
  const profiles = model.store(lawyerCollection.name);
  const kind = columnOf(profiles, 'SubCategory2');
  const newest = books.order([{ column: books.schema.id, descending: true }]);
  const neutral = neutralRecords(model);
  const ofKind = (requested: string): Suggestion[] =>
    suggestTitles(model, profiles, {
      text,
      order: neutral,
      accepts: (document) => profiles.value(document, kind) === requested,
    });
  return {
    books: suggestTitles(model, books, { text, order: newest }),
    lawyers: ofKind(LAWYER),
    firms: ofKind(FIRM),
  };
}
