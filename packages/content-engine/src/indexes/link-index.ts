import type { IndexedDocument } from '../records/document.ts';
import { NO_IDS } from '../records/linked-ids.ts';
import type { Relation } from '../schema/schema.ts';
import type { ChangedAttributes, DocumentIndex } from './document-index.ts';
import { createIdIndex } from './id-index.ts';
import { createIdPostings } from './id-postings.ts';
import type { IdPostings } from './id-postings.ts';

/** The inverse of a relation: from a target id to the documents that link to it, by their ids and by their rows. */
export class LinkIndex implements DocumentIndex {
  readonly #relation: Relation;
  readonly #documents: { all(): Iterable<IndexedDocument> };
  readonly #ids = createIdIndex();
  #postings: IdPostings | undefined;

  constructor(relation: Relation, documents: { all(): Iterable<IndexedDocument> }) {
    this.#relation = relation;
    this.#documents = documents;
  }

  /** Ids of the documents that link to a target, ascending. */
  idsOf(target: number): readonly number[] {
    return this.#ids.get(target) ?? NO_IDS;
  }

  /** Posting lists of rows by target, built on first use. */
  postings(): IdPostings {
    if (this.#postings !== undefined) return this.#postings;
    const postings = createIdPostings();
    for (const document of this.#documents.all())
      for (const target of this.#targetsOf(document)) postings.add(target, document.row);
    this.#postings = postings;
    return postings;
  }

  insert(document: IndexedDocument): void {
    for (const target of this.#targetsOf(document)) {
      this.#ids.add(target, document.id);
      this.#postings?.add(target, document.row);
    }
  }

  change(document: IndexedDocument, changed: ChangedAttributes): (() => void) | undefined {
    if (!changed.has(this.#relation)) return undefined;
    this.remove(document);
    return () => this.insert(document);
  }

  remove(document: IndexedDocument): void {
    for (const target of this.#targetsOf(document)) {
      this.#ids.remove(target, document.id);
      this.#postings?.remove(target, document.row);
    }
  }

  #targetsOf(document: IndexedDocument): readonly number[] {
    return document.links[this.#relation.link] ?? NO_IDS;
  }
}
