/**
 * `records/` defines a document in memory (this file), its links (`linked-ids.ts`), and the store of long texts outside the
 * heap (`long-text-store.ts`).
 */
import type { LongTextRef } from './long-text-store.ts';
import type { Comparable } from '../schema/column-value.ts';

/** One document in memory. Its long texts are references into the long text store. */
export interface IndexedDocument {
  readonly id: number;
  /** Position in the collection's columns and bitmaps; reused after a removal. */
  readonly row: number;
  readonly values: (Comparable | LongTextRef)[];
  /** Ids of the linked documents by owned relation (`Relation.link`), in order. */
  readonly links: (readonly number[])[];
  /** Published at a time that has passed. Always true in collections without drafts. */
  isPublished: boolean;
  /**
   * Serialized attributes: by access level first, then by field set (`query/field-sets.ts`). Cleared when a value
   * changes.
   */
  fragments: (Fragments | undefined)[];
  /**
   * Serializations of the document with related documents, by projection. Cleared when a value or a link of it changes.
   */
  serializations: readonly CachedSerialization[] | undefined;
}

/** One serialized document in the ring buffer of `respond/serialized-document-cache.ts`. */
export interface CachedSerialization {
  /** Id and epoch of the `Projection` that it was serialized in. */
  readonly projection: number;
  readonly epoch: number;
  /** Bytes that were written to the ring before it: its offset, modulo the size of the ring. */
  readonly at: number;
  readonly length: number;
}

/** Invalidates the cached serializations of a document that has changed. */
export function dropSerialized(document: IndexedDocument): void {
  document.fragments = [];
  document.serializations = undefined;
}

/** A document's attributes as JSON, split where long texts are inserted. */
export interface Fragments {
  /** `"title":"…",` … without braces; one more piece than there are long texts. */
  readonly pieces: readonly Buffer[];
  readonly longTexts: readonly LongTextRef[];
}

/** Distinguishes a reference into the long text store from a JSON value of a stored document. */
export const isStoredText = (value: unknown): value is LongTextRef =>
  typeof value === 'object' && value !== null && 'segment' in value && 'length' in value;

export const isLongText = (value: Comparable | LongTextRef | undefined): value is LongTextRef =>
  typeof value === 'object' && value !== null;
