import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { toJsonLiteral, fromJsonLiteral } from '../records/long-text-store.ts';
import type { LongTextStore } from '../records/long-text-store.ts';
import type { ColumnRanks } from '../indexes/column-ranks.ts';
import { encodeValue, likeText, comparedText, decodeValue } from '../schema/column-value.ts';
import { searchedText } from '../search-terms.ts';
import type { Comparable } from '../schema/column-value.ts';
import { dropSerialized, isLongText, isStoredText } from '../records/document.ts';
import type { IndexedDocument } from '../records/document.ts';
import { FacetIndex, facetValues } from '../indexes/facet-index.ts';
import type { Facet } from '../schema/facets.ts';
import { rowIndex } from '../indexes/document-index.ts';
import type { ChangedAttributes, DocumentIndex } from '../indexes/document-index.ts';
import { LinkIndex } from '../indexes/link-index.ts';
import { UniqueIndex } from '../indexes/unique-index.ts';
import { linkedIds, NO_IDS } from '../records/linked-ids.ts';
import type { RowBitmap } from '../indexes/row-bitmap.ts';
import type { Column, Relation, Schema } from '../schema/schema.ts';
import { createRowNumbers } from '../indexes/row-numbers.ts';
import type { ComputedOrders } from '../indexes/computed-orders.ts';
import type { OrderColumn, SortedOrder } from '../indexes/sorted-order.ts';
import { StoreOrders } from '../indexes/store-orders.ts';
import { createTokenDictionary } from '../indexes/token-dictionary.ts';
import { createSubstringIndex } from '../indexes/substring-index.ts';
import { DictionaryColumn } from '../indexes/dictionary-column.ts';
import type { SubstringIndex } from '../indexes/substring-index.ts';

/** The documents of one collection and its indexes, which are built on first use and follow every change from then on. */
export class CollectionStore {
  readonly schema: Schema;
  /** Documents by row; undefined where a row is free. */
  readonly documents: (IndexedDocument | undefined)[] = [];
  /** Rows of drafts, and of documents that are scheduled for later. */
  readonly unpublishedRows = new Set<number>();
  /** Incremented by every change that may change a response, except by `setNumber`. */
  version = 0;
  readonly #byId = new Map<number, IndexedDocument>();
  readonly #longTexts: LongTextStore;
  readonly #freeRows: number[] = [];
  /** Every index below, so that all follow each change. */
  readonly #indexes: DocumentIndex[] = [];
  readonly #unique = new Map<Column, UniqueIndex>();
  /** By `Relation.link`. */
  readonly #links: readonly LinkIndex[];
  readonly #orders = new StoreOrders(this);
  /** Columns that `setNumber` has changed: `version` says nothing about their values. */
  readonly #volatile = new Set<Column>();
  readonly #longTextBytes = new Map<Column, number>();
  readonly #substringIndexes = new Map<Column, SubstringIndex>();
  readonly #searchIndexes = new Map<Column, SubstringIndex>();
  readonly #tokenDictionary = createTokenDictionary();
  readonly #facets = new Map<Facet, FacetIndex>();
  /** `codes` is null for a column with too many distinct values. */
  readonly #dictionaryColumns = new Map<Column, { codes: DictionaryColumn | null }>();
  readonly #rows = createRowNumbers();

  constructor(schema: Schema, longTexts: LongTextStore) {
    this.schema = schema;
    this.#longTexts = longTexts;
    this.#links = schema.ownedRelations.map((relation) => new LinkIndex(relation, this));
    for (const column of schema.columns) if (column.unique) this.#unique.set(column, new UniqueIndex(column));
    this.#indexes.push(...this.#links, ...this.#unique.values(), this.#orders);
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

  /** True when `setNumber` has changed this column: caches must not rely on `version` for it. */
  isVolatile(column: Column): boolean {
    return this.#volatile.has(column);
  }

  get hasVolatile(): boolean {
    return this.#volatile.size > 0;
  }

  /** Ids of the documents of this collection that link to a target, ascending. */
  sourcesOf(relation: Relation, targetId: number): readonly number[] {
    return this.#links[relation.link]?.idsOf(targetId) ?? NO_IDS;
  }

  /** Adds the rows of the documents that link to a target. The posting lists of a relation are built on first use. */
  addRowsOfSources(relation: Relation, targetId: number, set: RowBitmap): void {
    this.#links[relation.link]?.postings().addRowsTo(set, targetId);
  }

  /** Builds the indexes that filters and sorts by columns and relations would build on first use. */
  prepare(): void {
    for (const index of this.#links) index.postings();
    for (const column of [this.schema.id, ...this.schema.columns]) {
      if (column.longText) continue;
      this.dictionaryColumn(column);
      this.ranksOf(column).ranks();
    }
  }

  /** A column's value. A long text is read from its store and decoded: expensive, so charge its bytes first. */
  value(document: IndexedDocument, column: Column): Comparable {
    if (column.position === -1) return document.id;
    const value = document.values[column.position] ?? null;
    if (!isLongText(value)) return value;
    const bytes = Buffer.allocUnsafe(value.length);
    this.#longTexts.read(value, bytes, 0);
    return fromJsonLiteral(bytes);
  }

  /** Total bytes of the long texts in a column, for the query budget. */
  longTextBytes(column: Column): number {
    return this.#longTextBytes.get(column) ?? 0;
  }

  /** Inserts a document, or updates the one with its id. Returns whether a value or a link has changed. */
  upsert(stored: StoredDocument, isPublished: boolean): boolean {
    const existing = this.#byId.get(stored.id);
    if (existing === undefined) return this.#insert(stored, isPublished);
    return this.#update(existing, stored, isPublished);
  }

  #decode(stored: StoredDocument, row: number, isPublished: boolean): IndexedDocument {
    const { schema } = this;
    return {
      id: stored.id,
      row,
      values: schema.columns.map((column) => this.#encode(column, stored[column.name])),
      links: schema.ownedRelations.map(({ name }) => linkedIds(stored[name])),
      isPublished,
      fragments: [],
      serializations: undefined,
    };
  }

  /** Calls `read` with documents in another state than they have here. They must not be used afterwards. */
  withStates<Result>(
    states: readonly { document: IndexedDocument; stored: StoredDocument }[],
    read: (documents: IndexedDocument[]) => Result,
  ): Result {
    const documents = states.map(({ document, stored }) =>
      this.#decode(stored, document.row, document.isPublished),
    );
    try {
      return read(documents);
    } finally {
      for (const { values } of documents)
        for (const column of this.schema.columns) this.#freeLongText(column, values[column.position]);
    }
  }

  #insert(stored: StoredDocument, isPublished: boolean): true {
    const row = this.#freeRows.pop() ?? this.documents.length;
    const document = this.#decode(stored, row, isPublished);
    this.documents[document.row] = document;
    this.#byId.set(document.id, document);
    this.#rows.set(document.id, document.row);
    for (const index of this.#indexes) index.insert(document);
    if (!isPublished) this.unpublishedRows.add(document.row);
    this.version += 1;
    return true;
  }

  #update(document: IndexedDocument, stored: StoredDocument, isPublished: boolean): boolean {
    const columns = this.schema.columns.filter((column) =>
      this.#differs(document, column, stored[column.name]),
    );
    const links = new Map<Relation, readonly number[]>();
    for (const relation of this.schema.ownedRelations) {
      const previous = document.links[relation.link] ?? NO_IDS;
      const ids = linkedIds(stored[relation.name]);
      if (previous.length !== ids.length || previous.some((id, index) => id !== ids[index]))
        links.set(relation, ids);
    }
    const changed = new Set([...columns, ...links.keys()]);
    if (changed.size > 0) {
      this.#change(document, changed, () => {
        for (const column of columns) {
          const previous = document.values[column.position];
          document.values[column.position] = this.#encode(column, stored[column.name]);
          this.#freeLongText(column, previous);
        }
        for (const [relation, ids] of links) document.links[relation.link] = ids;
      });
      this.version += 1;
    }
    this.setPublished(document, isPublished);
    return changed.size > 0;
  }

  /** Sets a number that changes often, such as a view count. Keeps `version`: queries of the column bypass result caches. */
  setNumber(document: IndexedDocument, column: Column, value: number): void {
    if (document.values[column.position] === value) return;
    this.#volatile.add(column);
    this.#change(document, new Set([column]), () => {
      document.values[column.position] = value;
    });
  }

  #change(document: IndexedDocument, changed: ChangedAttributes, change: () => void): void {
    const updates: (() => void)[] = [];
    for (const index of this.#indexes) {
      const update = index.change(document, changed);
      if (update !== undefined) updates.push(update);
    }
    change();
    for (const update of updates) update();
    dropSerialized(document);
  }

  remove(id: number): boolean {
    const document = this.#byId.get(id);
    if (document === undefined) return false;
    this.#byId.delete(id);
    this.#rows.delete(id);
    this.documents[document.row] = undefined;
    for (const index of this.#indexes) index.remove(document);
    for (const column of this.schema.columns) this.#freeLongText(column, document.values[column.position]);
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

  /** The document in its stored form. Reads all of its long texts. */
  toStored(document: IndexedDocument): StoredDocument {
    const stored = this.toStoredWithReferences(document);
    for (const column of this.schema.columns)
      if (column.longText) stored[column.name] = this.value(document, column);
    return stored;
  }

  /** The stored form with references instead of long texts; `upsert` accepts it. */
  toStoredWithReferences(document: IndexedDocument): StoredDocument {
    const stored: StoredDocument = { id: document.id };
    for (const column of this.schema.columns) {
      const value = document.values[column.position] ?? null;
      stored[column.name] = isLongText(value) ? value : decodeValue(column, value);
    }
    for (const relation of this.schema.ownedRelations) {
      const ids = document.links[relation.link] ?? [];
      stored[relation.name] = relation.toMany ? [...ids] : (ids[0] ?? null);
    }
    return stored;
  }

  order(columns: readonly OrderColumn[]): SortedOrder {
    return this.#orders.order(columns);
  }

  hasOrder(columns: readonly OrderColumn[]): boolean {
    return this.#orders.has(columns);
  }

  /** The ranks of a column's values, by row; built on first use. Not for long texts. */
  ranksOf(column: Column): ColumnRanks {
    return this.#orders.ranksOf(column);
  }

  /** Orders by sort keys that are computed from ids. */
  get computedOrders(): ComputedOrders {
    return this.#orders.computed;
  }

  /** The substring index of a column; built on first use, which tokenizes all of its texts. */
  substringIndex(column: Column): SubstringIndex {
    return this.#textIndex(this.#substringIndexes, column, comparedText);
  }

  /** The same over the words of the texts as the site's search compares them. */
  searchIndex(column: Column): SubstringIndex {
    return this.#textIndex(this.#searchIndexes, column, searchedText);
  }

  #textIndex(
    indexes: Map<Column, SubstringIndex>,
    column: Column,
    compared: (text: string) => string,
  ): SubstringIndex {
    const existing = indexes.get(column);
    if (existing !== undefined) return existing;
    const index = createSubstringIndex(this.#tokenDictionary);
    const textOf = (document: IndexedDocument): string | null => {
      const value = this.value(document, column);
      return value === null ? null : compared(likeText(column, value));
    };
    this.#addIndex(
      rowIndex(
        column,
        (document) => index.set(document.row, textOf(document)),
        (row) => index.set(row, null),
      ),
    );
    indexes.set(column, index);
    this.#tokenDictionary.prepare();
    return index;
  }

  /** The facet values of an attribute; built on first use. */
  facet(facet: Facet): FacetIndex {
    const existing = this.#facets.get(facet);
    if (existing !== undefined) return existing;
    const index = new FacetIndex();
    this.#addIndex(
      rowIndex(
        'column' in facet.of ? facet.of.column : facet.of.relation,
        (document) => index.set(document.row, facetValues(document, facet)),
        (row) => index.clear(row),
      ),
    );
    this.#facets.set(facet, index);
    return index;
  }

  #addIndex(index: DocumentIndex): void {
    for (const document of this.all()) index.insert(document);
    this.#indexes.push(index);
  }

  /** False when `dictionaryColumn` would take a pass over all documents. */
  hasDictionaryColumn(column: Column): boolean {
    return column.position === -1 || this.#dictionaryColumns.has(column);
  }

  /** The dictionary-encoded column, built on first use; null for ids and for columns with too many distinct values. */
  dictionaryColumn(column: Column): DictionaryColumn | null {
    const existing = this.#dictionaryColumns.get(column);
    if (existing !== undefined) return existing.codes;
    if (column.position === -1) return null;
    const built: { codes: DictionaryColumn | null } = { codes: new DictionaryColumn() };
    this.#addIndex(
      rowIndex(
        column,
        ({ row, values }) => {
          const value = values[column.position] ?? null;
          if (isLongText(value) || built.codes?.set(row, value) === false) built.codes = null;
        },
        (row) => built.codes?.clear(row),
      ),
    );
    this.#dictionaryColumns.set(column, built);
    return built.codes;
  }

  #encode(column: Column, value: unknown): IndexedDocument['values'][number] {
    const isText = typeof value === 'string' || isStoredText(value);
    if (!column.longText || !isText) return encodeValue(column, value);
    const ref = isStoredText(value) ? value : this.#longTexts.append(toJsonLiteral(value));
    this.#longTextBytes.set(column, this.longTextBytes(column) + ref.length);
    return ref;
  }

  #freeLongText(column: Column, value: IndexedDocument['values'][number] | undefined): void {
    if (!isLongText(value)) return;
    this.#longTextBytes.set(column, this.longTextBytes(column) - value.length);
    this.#longTexts.release(value);
  }

  #differs(document: IndexedDocument, column: Column, value: unknown): boolean {
    const previous = document.values[column.position];
    if (isStoredText(value) || (!isLongText(previous) && column.longText && typeof value === 'string'))
      return true;
    if (!isLongText(previous)) return previous !== encodeValue(column, value);
    return typeof value !== 'string' || this.value(document, column) !== value;
  }
}
