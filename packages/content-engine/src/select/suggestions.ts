import type { CollectionStore } from '../model/collection-store.ts';
import { comparedText } from '../schema/column-value.ts';
import type { IndexedDocument } from '../records/document.ts';
import { bindFilter } from './bind-filter.ts';
import { matchAll } from './compiled-filter.ts';
import { hasBit, documentsAt } from '../indexes/row-bitmap.ts';
import { QueryCost } from '../query/query-cost.ts';
import type { ReadModel } from '../model/read-model.ts';
import type { Column } from '../schema/schema.ts';
import type { SortedOrder } from '../indexes/sorted-order.ts';

export interface SuggestRequest {
  /** The column that is suggested and searched. */
  label: Column;
  /** The text typed so far, trimmed. */
  text: string;
  /** Maximal number of suggestions. */
  limit: number;
  /** Order of the suggestions, within those that start with the text and within the others. */
  order: SortedOrder;
  accepts?: (document: IndexedDocument) => boolean;
}

/** Above this number of matches, scanning all documents in order is faster than sorting the matches. */
const MAX_SORTED_MATCHES = 4_000;
/** Bounds that scan: of a text that matches so often, older documents are not needed for a handful of suggestions. */
const MAX_SCANNED = 20_000;
/**
 * Number of first documents in order that are scanned for a short text: they mostly contain enough suggestions, without a
 * search.
 */
const SCANNED_FIRST = 1_000;
const ASCII = /^[\0-\x7f]*$/;

/**
 * Published documents whose label contains a text; those that start with it come first. Found through the substring
 * index. Case is ignored in ASCII letters only, as in searches.
 */
export function suggestDocuments(
  model: ReadModel,
  store: CollectionStore,
  { label, text, limit, order, accepts = () => true }: SuggestRequest,
): IndexedDocument[] {
  const needle = comparedText(text);
  if (needle === '' || limit <= 0) return [];
  const startsWithNeedle = compilePrefixTest(store, label, needle);
  const first: IndexedDocument[] = [];
  for (const document of order.documents.slice(0, SCANNED_FIRST)) {
    if (document.isPublished && startsWithNeedle(document) && accepts(document)) first.push(document);
    if (first.length === limit) return first;
  }
  const matches = matchAll(
    store,
    bindFilter({ model, seesUnpublished: false, cost: new QueryCost() }, store, {
      kind: 'column',
      column: label,
      test: { op: 'like', mode: 'contains', needle },
    }),
  );
  if (matches.count === 0) return [];
  const found =
    matches.count > MAX_SORTED_MATCHES
      ? order.documents.slice(0, MAX_SCANNED)
      : documentsAt(matches, store.documents).sort(order.compare);
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

/** Compiles a prefix test of labels that compares the first letter before it folds the case of the rest. */
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
    if (isAscii && code !== first && code !== upper) return false;
    return comparedText(value).startsWith(needle);
  };
}
