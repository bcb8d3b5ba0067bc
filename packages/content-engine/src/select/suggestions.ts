import type { CollectionStore } from '../model/collection-store.ts';
import { lowerAscii } from '../schema/column-value.ts';
import type { IndexedDocument } from '../records/document.ts';
import { bindFilter } from './bind-filter.ts';
import { matchAll } from './matcher.ts';
import { hasBit, documentsAt } from '../indexes/row-bitmap.ts';
import type { ReadModel } from '../model/read-model.ts';
import type { Column } from '../schema/schema.ts';
import type { SortedOrder } from '../indexes/sorted-order.ts';

export interface SuggestRequest {
  /** What is offered, and searched. */
  label: Column;
  /** As it was typed, without space around it. */
  text: string;
  limit: number;
  /** Which come first among those that begin with the text, and among the others. */
  order: SortedOrder;
  accepts?: (document: IndexedDocument) => boolean;
}

/** Above so many matches, walking all documents in order is quicker than sorting the matches. */
const MAX_SORTED_MATCHES = 4_000;
/** Of a short text there are enough among the first so many, and nothing needs to be searched. */
const SCANNED_FIRST = 1_000;
const ASCII = /^[\0-\x7f]*$/;

/**
 * Visible documents whose label contains a text, those that begin with it first. Found by the words of the
 * labels, so a letter more costs no pass over all of them. Case is that of ASCII, as in searches.
 */
export function suggestDocuments(
  model: ReadModel,
  store: CollectionStore,
  { label, text, limit, order, accepts = () => true }: SuggestRequest,
): IndexedDocument[] {
  const needle = lowerAscii(text);
  if (needle === '' || limit <= 0) return [];
  const startsWithNeedle = compilePrefixTest(store, label, needle);
  const first: IndexedDocument[] = [];
  for (const document of order.documents.slice(0, SCANNED_FIRST)) {
    if (document.isPublished && startsWithNeedle(document) && accepts(document)) first.push(document);
    if (first.length === limit) return first;
  }
  const matches = matchAll(
    store,
    bindFilter({ model, seesUnpublished: false }, store, {
      kind: 'column',
      column: label,
      test: { op: 'like', mode: 'contains', needle },
    }),
  );
  if (matches.count === 0) return [];
  const found =
    matches.count > MAX_SORTED_MATCHES ? order.documents : documentsAt(matches, store.documents).sort(order.compare);
  const starting: IndexedDocument[] = [];
  const containing: IndexedDocument[] = [];
  for (const document of found) {
    if (!hasBit(matches, document.row) || !document.isPublished) continue;
    if (startsWithNeedle(document)) {
      if (accepts(document)) starting.push(document);
      if (starting.length >= limit) break;
    } else if (containing.length < limit && accepts(document)) containing.push(document);
  }
  return [...starting, ...containing].slice(0, limit);
}

/** Whether a label begins with the needle; most do not, and their first letter says so. */
function compilePrefixTest(
  store: CollectionStore,
  label: Column,
  needle: string,
): (document: IndexedDocument) => boolean {
  const first = needle.charCodeAt(0);
  const upper = needle.charAt(0).toUpperCase().charCodeAt(0);
  const isAscii = ASCII.test(needle.charAt(0));
  return (document) => {
    const value = store.value(document, label);
    if (typeof value !== 'string') return false;
    const code = value.charCodeAt(0);
    if (code !== first && !(isAscii && code === upper)) return false;
    return lowerAscii(value.slice(0, needle.length)) === needle;
  };
}
