import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { toJsonLiteral, fromJsonLiteral } from '../records/long-text-store.ts';
import type { LongTextStore } from '../records/long-text-store.ts';
import { encodeValue, likeText, lowerAscii, decodeValue } from '../schema/column-value.ts';
import type { Comparable } from '../schema/column-value.ts';
import { dropSerialized, isLongText } from '../records/document.ts';
import type { IndexedDocument } from '../records/document.ts';
import { FacetIndex } from '../indexes/facet-index.ts';
import type { Facet } from '../schema/facets.ts';
import { createIdIndex } from '../indexes/id-index.ts';
import type { IdIndex } from '../indexes/id-index.ts';
import { createIdPostings } from '../indexes/id-postings.ts';
import type { IdPostings } from '../indexes/id-postings.ts';
import { NO_IDS, linkedIds } from '../records/linked-ids.ts';
import type { RowBitmap } from '../indexes/row-bitmap.ts';
import type { Column, Relation, Schema } from '../schema/schema.ts';
import { createRowNumbers } from '../indexes/row-numbers.ts';
import { ComputedOrders } from '../indexes/computed-orders.ts';
import { createSortedOrder } from '../indexes/sorted-order.ts';
import type { OrderColumn, SortedOrder } from '../indexes/sorted-order.ts';
import { createTokenDictionary } from '../indexes/token-dictionary.ts';
import { createSubstringIndex } from '../indexes/substring-index.ts';
import { DictionaryColumn } from '../indexes/dictionary-column.ts';
import type { SubstringIndex } from '../indexes/substring-index.ts';

const KEPT_ORDERS = 12;

/** The documents of one collection with the indexes that plans use. */
export class CollectionStore {
  readonly schema: Schema;
  /** By row; holes are free. */
  readonly documents: (IndexedDocument | undefined)[] = [];
  /** Of documents that are drafts, or of later. */
  readonly unpublishedRows = new Set<number>();
  /** Grows with every change of what can be seen, filtered or sorted. */
  version = 0;
  readonly #byId = new Map<number, IndexedDocument>();
  readonly #longTexts: LongTextStore;
  readonly #freeRows: number[] = [];
  readonly #unique = new Map<Column, Map<Comparable, IndexedDocument>>();
  readonly #sources: IdIndex[];
  readonly #sourcePostings = new Map<Relation, IdPostings>();
  readonly #orders = new Map<string, SortedOrder>();
  /** By ranks that are computed from ids. */
  readonly computedOrders = new ComputedOrders(this);
  readonly #volatile = new Set<Column>();
  readonly #longTextBytes = new Map<Column, number>();
  readonly #substringIndexes = new Map<Column, SubstringIndex>();
  readonly #tokenDictionary = createTokenDictionary();
  readonly #facets = new Map<Facet, FacetIndex>();
  /** Null for a column of too many values. */
  readonly #dictionaryColumns = new Map<Column, DictionaryColumn | null>();
  readonly #rows = createRowNumbers();

  constructor(schema: Schema, longTexts: LongTextStore) {
    this.schema = schema;
    this.#longTexts = longTexts;
    this.#sources = schema.ownedRelations.map(() => createIdIndex());
    for (const column of schema.columns) if (column.unique) this.#unique.set(column, new Map());
  }

  get publishedCount(): number {
    return this.#byId.size - this.unpublishedRows.size;
  }

  get size(): number {
    return this.#byId.size;
  }

  find(id: number): IndexedDocument | undefined {
    return this.#byId.get(id);
  }

  rowOf(id: number): number | undefined {
    return this.#rows.get(id) ?? this.#byId.get(id)?.row;
  }

  all(): Iterable<IndexedDocument> {
    return this.#byId.values();
  }

  findByUnique(column: Column, value: Comparable): IndexedDocument | undefined {
    return this.#unique.get(column)?.get(value);
  }

  isIndexed(column: Column): boolean {
    return this.#unique.has(column);
  }

  /** Whether a column has been set without `version` growing. */
  isVolatile(column: Column): boolean {
    return this.#volatile.has(column);
  }

  /** Whether any column has. */
  get hasVolatile(): boolean {
    return this.#volatile.size > 0;
  }

  /** Ids of the documents here that link to one over there, ascending. */
  sourcesOf(relation: Relation, targetId: number): readonly number[] {
    return this.#sources[relation.link]?.get(targetId) ?? [];
  }

  /** Marks the documents here that link to one over there; made ready for a relation when it is first asked for. */
  addRowsOfSources(relation: Relation, targetId: number, set: RowBitmap): void {
    let rows = this.#sourcePostings.get(relation);
    if (rows === undefined) {
      rows = createIdPostings();
      for (const { links, row } of this.all())
        for (const target of links[relation.link] ?? []) rows.add(target, row);
      this.#sourcePostings.set(relation, rows);
    }
    rows.addRowsTo(targetId, set);
  }

  value(document: IndexedDocument, column: Column): Comparable {
    if (column.position === -1) return document.id;
    const value = document.values[column.position] ?? null;
    if (!isLongText(value)) return value;
    const bytes = Buffer.allocUnsafe(value.length);
    this.#longTexts.read(value, bytes, 0);
    return fromJsonLiteral(bytes);
  }

  /** Bytes of long text in a column, for the budget of a search. */
  longTextBytes(column: Column): number {
    return this.#longTextBytes.get(column) ?? 0;
  }

  /** Puts a document in, or new values on the one that is there. Answers whether anything differs. */
  upsert(stored: StoredDocument, isPublished: boolean): boolean {
    const known = this.#byId.get(stored.id);
    return known === undefined ? this.#insert(stored, isPublished) : this.#update(known, stored, isPublished);
  }

  #insert(stored: StoredDocument, isPublished: boolean): true {
    const { schema } = this;
    const document: IndexedDocument = {
      id: stored.id,
      row: this.#freeRows.pop() ?? this.documents.length,
      values: schema.columns.map((column) => this.#encode(column, stored[column.name])),
      links: schema.ownedRelations.map(({ name }) => linkedIds(stored[name])),
      isPublished,
      fragments: [],
      serializations: undefined,
    };
    this.documents[document.row] = document;
    this.#byId.set(document.id, document);
    this.#rows.set(document.id, document.row);
    for (const relation of schema.ownedRelations) this.#link(document, relation);
    for (const column of schema.columns) this.#indexValue(document, column);
    for (const order of this.#wholeOrders()) order.insert(document);
    for (const [column, text] of this.#substringIndexes) text.set(document.row, this.searchText(document, column));
    for (const [facet, index] of this.#facets) index.set(document.row, facetValues(document, facet));
    for (const column of this.#dictionaryColumns.keys()) this.#encodeInDictionary(document, column);
    if (!isPublished) this.unpublishedRows.add(document.row);
    this.version += 1;
    return true;
  }

  #update(document: IndexedDocument, stored: StoredDocument, isPublished: boolean): boolean {
    const changed = this.schema.columns.filter((column) =>
      this.#differs(document, column, stored[column.name]),
    );
    const touched = new Set(changed);
    const orders = [...this.#orders.values()].filter(({ columns }) =>
      columns.some(({ column }) => touched.has(column)),
    );
    for (const order of orders) order.remove(document);
    for (const column of changed) {
      this.#unindexValue(document, column);
      const old = document.values[column.position];
      document.values[column.position] = this.#encode(column, stored[column.name]);
      this.#freeLongText(column, old);
      this.#indexValue(document, column);
      this.#substringIndexes.get(column)?.set(document.row, this.searchText(document, column));
      this.#encodeInDictionary(document, column);
    }
    for (const order of orders) order.insert(document);
    const relinked = this.schema.ownedRelations.filter((relation) =>
      this.#relink(document, relation, stored),
    );
    if (changed.length > 0 || relinked.length > 0) dropSerialized(document);
    this.setPublished(document, isPublished);
    if (changed.length === 0 && relinked.length === 0) return false;
    for (const [facet, index] of this.#facets) index.set(document.row, facetValues(document, facet));
    this.version += 1;
    return true;
  }

  /** Sets one number that nothing but an order can know of: the cheapest write there is. */
  setNumber(document: IndexedDocument, column: Column, value: number): void {
    if (document.values[column.position] === value) return;
    this.#volatile.add(column);
    const orders = [...this.#orders.values()].filter(({ columns }) =>
      columns.some((key) => key.column === column),
    );
    for (const order of orders) order.remove(document);
    document.values[column.position] = value;
    for (const order of orders) order.insert(document);
    for (const [facet, index] of this.#facets) index.set(document.row, facetValues(document, facet));
    this.#substringIndexes.get(column)?.set(document.row, this.searchText(document, column));
    this.#encodeInDictionary(document, column);
    dropSerialized(document);
  }

  remove(id: number): boolean {
    const document = this.#byId.get(id);
    if (document === undefined) return false;
    for (const order of this.#wholeOrders()) order.remove(document);
    for (const text of this.#substringIndexes.values()) text.set(document.row, null);
    for (const relation of this.schema.ownedRelations) {
      this.#unlink(document, relation);
    }
    for (const column of this.schema.columns) {
      this.#unindexValue(document, column);
      this.#freeLongText(column, document.values[column.position]);
    }
    this.#byId.delete(id);
    this.#rows.delete(id);
    for (const index of this.#facets.values()) index.clear(document.row);
    for (const codes of this.#dictionaryColumns.values()) codes?.clear(document.row);
    this.documents[document.row] = undefined;
    this.#freeRows.push(document.row);
    this.unpublishedRows.delete(document.row);
    this.version += 1;
    return true;
  }

  setPublished(document: IndexedDocument, isPublished: boolean): void {
    if (document.isPublished === isPublished) return;
    document.isPublished = isPublished;
    if (isPublished) this.unpublishedRows.delete(document.row);
    else this.unpublishedRows.add(document.row);
    this.version += 1;
  }

  /** The document as it was stored. */
  release(document: IndexedDocument): StoredDocument {
    const stored: StoredDocument = { id: document.id };
    for (const column of this.schema.columns) {
      stored[column.name] = decodeValue(column, this.value(document, column));
    }
    for (const relation of this.schema.ownedRelations) {
      const ids = document.links[relation.link] ?? [];
      stored[relation.name] = relation.toMany ? [...ids] : (ids[0] ?? null);
    }
    return stored;
  }

  /** Every document in this order; kept from the first time on, the least used order being given up. */
  order(columns: readonly OrderColumn[]): SortedOrder {
    const key = columns
      .map(({ column, descending }) => `${column.name}${descending ? ':desc' : ''}`)
      .join(',');
    return keptOrder(this.#orders, key, KEPT_ORDERS, () => createSortedOrder(columns, this.all()));
  }

  *#wholeOrders(): Generator<SortedOrder> {
    yield* this.#orders.values();
    yield* this.computedOrders.values();
  }

  /** The words of a column for searches through all of its texts; built on the first one. */
  words(column: Column): SubstringIndex {
    const known = this.#substringIndexes.get(column);
    if (known !== undefined) return known;
    const words = createSubstringIndex(this.#tokenDictionary);
    for (const document of this.all()) words.set(document.row, this.searchText(document, column));
    this.#substringIndexes.set(column, words);
    this.#tokenDictionary.prepare();
    return words;
  }

  /** The values of an attribute for counting them; built when they are first counted. */
  facet(facet: Facet): FacetIndex {
    const known = this.#facets.get(facet);
    if (known !== undefined) return known;
    const index = new FacetIndex();
    for (const document of this.all()) index.set(document.row, facetValues(document, facet));
    this.#facets.set(facet, index);
    return index;
  }

  /** The values of a column for testing them all at once; null where they differ too much for that. */
  dictionaryColumn(column: Column): DictionaryColumn | null {
    const known = this.#dictionaryColumns.get(column);
    if (known !== undefined) return known;
    if (column.position === -1) return null;
    this.#dictionaryColumns.set(column, new DictionaryColumn());
    for (const document of this.all()) {
      this.#encodeInDictionary(document, column);
      if (this.#dictionaryColumns.get(column) === null) return null;
    }
    return this.#dictionaryColumns.get(column) ?? null;
  }

  #encodeInDictionary(document: IndexedDocument, column: Column): void {
    const value = document.values[column.position] ?? null;
    if (isLongText(value) || this.#dictionaryColumns.get(column)?.set(document.row, value) === false)
      this.#dictionaryColumns.set(column, null);
  }

  /** What LIKE compares of a document, in lower case. */
  searchText(document: IndexedDocument, column: Column): string | null {
    const value = this.value(document, column);
    return value === null ? null : lowerAscii(likeText(column, value));
  }

  #encode(column: Column, value: unknown): IndexedDocument['values'][number] {
    if (!column.longText || typeof value !== 'string') return encodeValue(column, value);
    const longText = this.#longTexts.append(toJsonLiteral(value));
    this.#longTextBytes.set(column, this.longTextBytes(column) + longText.length);
    return longText;
  }

  #freeLongText(column: Column, value: IndexedDocument['values'][number] | undefined): void {
    if (!isLongText(value)) return;
    this.#longTextBytes.set(column, this.longTextBytes(column) - value.length);
    this.#longTexts.release(value);
  }

  #differs(document: IndexedDocument, column: Column, value: unknown): boolean {
    const old = document.values[column.position];
    if (!isLongText(old))
      return column.longText && typeof value === 'string' ? true : old !== encodeValue(column, value);
    return typeof value !== 'string' || this.value(document, column) !== value;
  }

  #indexValue(document: IndexedDocument, column: Column): void {
    const index = this.#unique.get(column);
    const value = document.values[column.position];
    if (index !== undefined && value !== null && value !== undefined && !isLongText(value))
      index.set(value, document);
  }

  #unindexValue(document: IndexedDocument, column: Column): void {
    const index = this.#unique.get(column);
    const value = document.values[column.position];
    if (index === undefined || value === undefined || isLongText(value)) return;
    if (index.get(value) === document) index.delete(value);
  }

  #link(document: IndexedDocument, relation: Relation): void {
    const rows = this.#sourcePostings.get(relation);
    for (const target of document.links[relation.link] ?? []) {
      this.#sources[relation.link]?.add(target, document.id);
      rows?.add(target, document.row);
    }
  }

  #unlink(document: IndexedDocument, relation: Relation): void {
    const rows = this.#sourcePostings.get(relation);
    for (const target of document.links[relation.link] ?? []) {
      this.#sources[relation.link]?.remove(target, document.id);
      rows?.remove(target, document.row);
    }
  }

  #relink(document: IndexedDocument, relation: Relation, stored: StoredDocument): boolean {
    const old = document.links[relation.link] ?? [];
    const ids = linkedIds(stored[relation.name]);
    if (old.length === ids.length && old.every((id, index) => id === ids[index])) return false;
    this.#unlink(document, relation);
    document.links[relation.link] = ids;
    this.#link(document, relation);
    return true;
  }
}

function keptOrder(
  orders: Map<string, SortedOrder>,
  key: string,
  most: number,
  make: () => SortedOrder,
): SortedOrder {
  const order = orders.get(key) ?? make();
  orders.delete(key);
  orders.set(key, order);
  const [oldest] = orders.keys();
  if (orders.size > most && oldest !== undefined) orders.delete(oldest);
  return order;
}

/** What a document counts as: what it is linked to, or its one value. */
function facetValues(document: IndexedDocument, { of }: Facet): readonly Comparable[] {
  if ('relation' in of) return document.links[of.relation.link] ?? NO_IDS;
  const value = document.values[of.column.position] ?? null;
  return [isLongText(value) ? null : value];
}
