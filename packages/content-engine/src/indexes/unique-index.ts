import { isLongText } from '../records/document.ts';
import type { IndexedDocument } from '../records/document.ts';
import type { Comparable } from '../schema/column-value.ts';
import type { Column } from '../schema/schema.ts';
import type { ChangedAttributes, DocumentIndex } from './document-index.ts';

/** The documents by their values of a unique column. While two have the same, the one that got it last is found. */
export class UniqueIndex implements DocumentIndex {
  readonly #column: Column;
  readonly #documents = new Map<Comparable, IndexedDocument>();

  constructor(column: Column) {
    this.#column = column;
  }

  get(value: Comparable): IndexedDocument | undefined {
    return this.#documents.get(value);
  }

  insert(document: IndexedDocument): void {
    const value = document.values[this.#column.position];
    if (value !== null && value !== undefined && !isLongText(value)) this.#documents.set(value, document);
  }

  change(document: IndexedDocument, changed: ChangedAttributes): (() => void) | undefined {
    if (!changed.has(this.#column)) return undefined;
    this.remove(document);
    return () => this.insert(document);
  }

  remove(document: IndexedDocument): void {
    const value = document.values[this.#column.position];
    if (value === undefined || isLongText(value)) return;
    if (this.#documents.get(value) === document) this.#documents.delete(value);
  }
}
