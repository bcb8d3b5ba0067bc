import type { CollectionStore, Column, IndexedDocument, ReadModel, SortedOrder } from '@vidhi/content-engine';
import { matchNames } from '@vidhi/content-service/search.ts';
import { itemSlug } from '@vidhi/contracts/item-slug.ts';
import type { CatalogueSuggestions, Suggestion } from '@vidhi/contracts/suggestions.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { FIRM, LAWYER } from '@vidhi/collections/catalog/lawyer.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { neutralRecords } from '../neutral-order/neutral-order.ts';

const MAX_PER_GROUP = 3;
const MAX_LENGTH = 100;
/** Bounds the titles that are compared with one text. */
const MAX_COMPARED = 20_000;

function columnOf(store: CollectionStore, name: string): Column {
  const column = store.schema.columnsByName.get(name);
  if (column === undefined) throw new Error(`${store.schema.name} has no attribute ${name}`);
  return column;
}

/** Published documents with a title, in an order. */
function* titled(
  store: CollectionStore,
  order: SortedOrder,
  accepts: (document: IndexedDocument) => boolean,
): Generator<Suggestion> {
  const label = columnOf(store, 'Title');
  let compared = 0;
  for (const document of order.documents) {
    if (!document.isPublished || !accepts(document)) continue;
    const title = store.value(document, label);
    if (typeof title !== 'string') continue;
    yield { id: document.id, label: title, slug: itemSlug(title) };
    compared += 1;
    if (compared === MAX_COMPARED) return;
  }
}

/** Returns suggestions for a partly typed text: books newest first, profiles in the neutral order. */
export function suggest(model: ReadModel, typed: string): CatalogueSuggestions {
  const text = typed.trim().slice(0, MAX_LENGTH);
  if (text === '') return { books: [], lawyers: [], firms: [] };
  model.publishDue();
  const books = model.store(bookCollection.name);
  const profiles = model.store(lawyerCollection.name);
  const kind = columnOf(profiles, 'SubCategory2');
  const newest = books.order([{ column: books.schema.id, descending: true }]);
  const neutral = neutralRecords(model);
  const best = (items: Iterable<Suggestion>): Suggestion[] =>
    matchNames(items, text, MAX_PER_GROUP, ({ label }) => label);
  const ofKind = (requested: string): Suggestion[] =>
    best(titled(profiles, neutral, (document) => profiles.value(document, kind) === requested));
  return { books: best(titled(books, newest, () => true)), lawyers: ofKind(LAWYER), firms: ofKind(FIRM) };
}
