import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { bodyLiteral, bodyText } from '../records/long-text-store.ts';
import type { BodyStore } from '../records/long-text-store.ts';
import { keepValue, likeText, lowerAscii, releaseValue } from '../schema/column-value.ts';
import type { Comparable } from '../schema/column-value.ts';
import { forgetBytes, isBody } from '../records/document.ts';
import type { DocumentRecord } from '../records/document.ts';
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
import { RankedOrders } from '../indexes/computed-orders.ts';
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
  readonly records: (DocumentRecord | undefined)[] = [];
  /** Of documents that are drafts, or of later. */
  readonly unpublishedRows = new Set<number>();
  /** Grows with every change of what can be seen, filtered or sorted. */
  version = 0;
  readonly #byId = new Map<number, DocumentRecord>();
  readonly #bodies: BodyStore;
  readonly #freeRows: number[] = [];
  readonly #unique = new Map<Column, Map<Comparable, DocumentRecord>>();
  readonly #sources: IdIndex[];
  readonly #sourcePostings = new Map<Relation, IdPostings>();
  readonly #orders = new Map<string, SortedOrder>();
  /** By ranks that are computed from ids. */
  readonly rankedOrders = new RankedOrders(this);
  readonly #volatile = new Set<Column>();
  readonly #bodyBytes = new Map<Column, number>();
  readonly #substringIndexes = new Map<Column, SubstringIndex>();
  readonly #tokenDictionary = createTokenDictionary();
  readonly #facets = new Map<Facet, FacetIndex>();
  /** Null for a column of too many values. */
  readonly #dictionaryColumns = new Map<Column, DictionaryColumn | null>();
  readonly #rows = createRowNumbers();

  constructor(schema: Schema, bodies: BodyStore) {
    this.schema = schema;
    this.#bodies = bodies;
    this.#sources = schema.ownedRelations.map(() => createIdIndex());
    for (const column of schema.columns) if (column.unique) this.#unique.set(column, new Map());
  }

  get visibleCount(): number {
    return this.#byId.size - this.unpublishedRows.size;
  }

  get size(): number {
    return this.#byId.size;
  }

  find(id: number): DocumentRecord | undefined {
    return this.#byId.get(id);
  }

  rowOf(id: number): number | undefined {
    return this.#rows.get(id) ?? this.#byId.get(id)?.row;
  }

  all(): Iterable<DocumentRecord> {
    return this.#byId.values();
  }

  findByUnique(column: Column, value: Comparable): DocumentRecord | undefined {
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

  value(record: DocumentRecord, column: Column): Comparable {
    if (column.position === -1) return record.id;
    const value = record.values[column.position] ?? null;
    if (!isBody(value)) return value;
    const bytes = Buffer.allocUnsafe(value.length);
    this.#bodies.read(value, bytes, 0);
    return bodyText(bytes);
  }

  /** Bytes of long text in a column, for the budget of a search. */
  bodyBytes(column: Column): number {
    return this.#bodyBytes.get(column) ?? 0;
  }

  /** Puts a document in, or new values on the one that is there. Answers whether anything differs. */
  upsert(document: StoredDocument, isVisible: boolean): boolean {
    const known = this.#byId.get(document.id);
    return known === undefined ? this.#insert(document, isVisible) : this.#update(known, document, isVisible);
  }

  #insert(document: StoredDocument, visible: boolean): true {
    const { schema } = this;
    const record: DocumentRecord = {
      id: document.id,
      row: this.#freeRows.pop() ?? this.records.length,
      values: schema.columns.map((column) => this.#keep(column, document[column.name])),
      links: schema.ownedRelations.map(({ name }) => linkedIds(document[name])),
      visible,
      fragments: [],
      ready: undefined,
    };
    this.records[record.row] = record;
    this.#byId.set(record.id, record);
    this.#rows.set(record.id, record.row);
    for (const relation of schema.ownedRelations) this.#link(record, relation);
    for (const column of schema.columns) this.#indexValue(record, column);
    for (const order of this.#wholeOrders()) order.insert(record);
    for (const [column, text] of this.#substringIndexes) text.set(record.row, this.searchText(record, column));
    for (const [facet, index] of this.#facets) index.set(record.row, facetValues(record, facet));
    for (const column of this.#dictionaryColumns.keys()) this.#encodeInDictionary(record, column);
    if (!visible) this.unpublishedRows.add(record.row);
    this.version += 1;
    return true;
  }

  #update(record: DocumentRecord, document: StoredDocument, visible: boolean): boolean {
    const changed = this.schema.columns.filter((column) =>
      this.#differs(record, column, document[column.name]),
    );
    const touched = new Set(changed);
    const orders = [...this.#orders.values()].filter(({ columns }) =>
      columns.some(({ column }) => touched.has(column)),
    );
    for (const order of orders) order.remove(record);
    for (const column of changed) {
      this.#unindexValue(record, column);
      const old = record.values[column.position];
      record.values[column.position] = this.#keep(column, document[column.name]);
      this.#giveUpBody(column, old);
      this.#indexValue(record, column);
      this.#substringIndexes.get(column)?.set(record.row, this.searchText(record, column));
      this.#encodeInDictionary(record, column);
    }
    for (const order of orders) order.insert(record);
    const relinked = this.schema.ownedRelations.filter((relation) =>
      this.#relink(record, relation, document),
    );
    if (changed.length > 0 || relinked.length > 0) forgetBytes(record);
    this.setVisible(record, visible);
    if (changed.length === 0 && relinked.length === 0) return false;
    for (const [facet, index] of this.#facets) index.set(record.row, facetValues(record, facet));
    this.version += 1;
    return true;
  }

  /** Sets one number that nothing but an order can know of: the cheapest write there is. */
  setNumber(record: DocumentRecord, column: Column, value: number): void {
    if (record.values[column.position] === value) return;
    this.#volatile.add(column);
    const orders = [...this.#orders.values()].filter(({ columns }) =>
      columns.some((key) => key.column === column),
    );
    for (const order of orders) order.remove(record);
    record.values[column.position] = value;
    for (const order of orders) order.insert(record);
    for (const [facet, index] of this.#facets) index.set(record.row, facetValues(record, facet));
    this.#substringIndexes.get(column)?.set(record.row, this.searchText(record, column));
    this.#encodeInDictionary(record, column);
    forgetBytes(record);
  }

  remove(id: number): boolean {
    const record = this.#byId.get(id);
    if (record === undefined) return false;
    for (const order of this.#wholeOrders()) order.remove(record);
    for (const text of this.#substringIndexes.values()) text.set(record.row, null);
    for (const relation of this.schema.ownedRelations) {
      this.#unlink(record, relation);
    }
    for (const column of this.schema.columns) {
      this.#unindexValue(record, column);
      this.#giveUpBody(column, record.values[column.position]);
    }
    this.#byId.delete(id);
    this.#rows.delete(id);
    for (const index of this.#facets.values()) index.clear(record.row);
    for (const codes of this.#dictionaryColumns.values()) codes?.clear(record.row);
    this.records[record.row] = undefined;
    this.#freeRows.push(record.row);
    this.unpublishedRows.delete(record.row);
    this.version += 1;
    return true;
  }

  setVisible(record: DocumentRecord, visible: boolean): void {
    if (record.visible === visible) return;
    record.visible = visible;
    if (visible) this.unpublishedRows.delete(record.row);
    else this.unpublishedRows.add(record.row);
    this.version += 1;
  }

  /** The document as it was stored. */
  release(record: DocumentRecord): StoredDocument {
    const document: StoredDocument = { id: record.id };
    for (const column of this.schema.columns) {
      document[column.name] = releaseValue(column, this.value(record, column));
    }
    for (const relation of this.schema.ownedRelations) {
      const ids = record.links[relation.link] ?? [];
      document[relation.name] = relation.toMany ? [...ids] : (ids[0] ?? null);
    }
    return document;
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
    yield* this.rankedOrders.values();
  }

  /** The words of a column for searches through all of its texts; built on the first one. */
  words(column: Column): SubstringIndex {
    const known = this.#substringIndexes.get(column);
    if (known !== undefined) return known;
    const words = createSubstringIndex(this.#tokenDictionary);
    for (const record of this.all()) words.set(record.row, this.searchText(record, column));
    this.#substringIndexes.set(column, words);
    this.#tokenDictionary.prepare();
    return words;
  }

  /** The values of an attribute for counting them; built when they are first counted. */
  facet(facet: Facet): FacetIndex {
    const known = this.#facets.get(facet);
    if (known !== undefined) return known;
    const index = new FacetIndex();
    for (const record of this.all()) index.set(record.row, facetValues(record, facet));
    this.#facets.set(facet, index);
    return index;
  }

  /** The values of a column for testing them all at once; null where they differ too much for that. */
  dictionaryColumn(column: Column): DictionaryColumn | null {
    const known = this.#dictionaryColumns.get(column);
    if (known !== undefined) return known;
    if (column.position === -1) return null;
    this.#dictionaryColumns.set(column, new DictionaryColumn());
    for (const record of this.all()) {
      this.#encodeInDictionary(record, column);
      if (this.#dictionaryColumns.get(column) === null) return null;
    }
    return this.#dictionaryColumns.get(column) ?? null;
  }

  #encodeInDictionary(record: DocumentRecord, column: Column): void {
    const value = record.values[column.position] ?? null;
    if (isBody(value) || this.#dictionaryColumns.get(column)?.set(record.row, value) === false)
      this.#dictionaryColumns.set(column, null);
  }

  /** What LIKE compares of a document, in lower case. */
  searchText(record: DocumentRecord, column: Column): string | null {
    const value = this.value(record, column);
    return value === null ? null : lowerAscii(likeText(column, value));
  }

  #keep(column: Column, value: unknown): DocumentRecord['values'][number] {
    if (!column.body || typeof value !== 'string') return keepValue(column, value);
    const body = this.#bodies.append(bodyLiteral(value));
    this.#bodyBytes.set(column, this.bodyBytes(column) + body.length);
    return body;
  }

  #giveUpBody(column: Column, value: DocumentRecord['values'][number] | undefined): void {
    if (!isBody(value)) return;
    this.#bodyBytes.set(column, this.bodyBytes(column) - value.length);
    this.#bodies.release(value);
  }

  #differs(record: DocumentRecord, column: Column, value: unknown): boolean {
    const old = record.values[column.position];
    if (!isBody(old))
      return column.body && typeof value === 'string' ? true : old !== keepValue(column, value);
    return typeof value !== 'string' || this.value(record, column) !== value;
  }

  #indexValue(record: DocumentRecord, column: Column): void {
    const index = this.#unique.get(column);
    const value = record.values[column.position];
    if (index !== undefined && value !== null && value !== undefined && !isBody(value))
      index.set(value, record);
  }

  #unindexValue(record: DocumentRecord, column: Column): void {
    const index = this.#unique.get(column);
    const value = record.values[column.position];
    if (index === undefined || value === undefined || isBody(value)) return;
    if (index.get(value) === record) index.delete(value);
  }

  #link(record: DocumentRecord, relation: Relation): void {
    const rows = this.#sourcePostings.get(relation);
    for (const target of record.links[relation.link] ?? []) {
      this.#sources[relation.link]?.add(target, record.id);
      rows?.add(target, record.row);
    }
  }

  #unlink(record: DocumentRecord, relation: Relation): void {
    const rows = this.#sourcePostings.get(relation);
    for (const target of record.links[relation.link] ?? []) {
      this.#sources[relation.link]?.remove(target, record.id);
      rows?.remove(target, record.row);
    }
  }

  #relink(record: DocumentRecord, relation: Relation, document: StoredDocument): boolean {
    const old = record.links[relation.link] ?? [];
    const ids = linkedIds(document[relation.name]);
    if (old.length === ids.length && old.every((id, index) => id === ids[index])) return false;
    this.#unlink(record, relation);
    record.links[relation.link] = ids;
    this.#link(record, relation);
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
function facetValues(record: DocumentRecord, { of }: Facet): readonly Comparable[] {
  if ('relation' in of) return record.links[of.relation.link] ?? NO_IDS;
  const value = record.values[of.column.position] ?? null;
  return [isBody(value) ? null : value];
}
