import type { LongTextRef } from './long-text-store.ts';
import type { Comparable } from '../schema/column-value.ts';

/** One document in memory. Long texts are references into the body store. */
export interface IndexedDocument {
  readonly id: number;
  /** Its place in the collection's tables; given again after a removal. */
  readonly row: number;
  readonly values: (Comparable | LongTextRef)[];
  /** Ids by owned relation, in order. */
  readonly links: (readonly number[])[];
  /** Published, and not only later. Always true where there are no drafts. */
  isPublished: boolean;
  /** Ready bytes by audience rank, then by other orders of columns; dropped when a value changes. */
  fragments: (Fragments | undefined)[];
  /** Where it is ready with what it is related to; dropped when a value or a link of it changes. */
  serializations: readonly CachedSerialization[] | undefined;
}

/** A document as it was written into an answer, in the ring of `ready-items.ts`. */
export interface CachedSerialization {
  readonly projection: number;
  readonly epoch: number;
  /** Bytes written to the ring before it. */
  readonly at: number;
  readonly length: number;
}

/** Drops the bytes of a document that has changed. */
export function dropSerialized(document: IndexedDocument): void {
  document.fragments = [];
  document.serializations = undefined;
}

/** A document's attributes as bytes, cut where long texts are spliced in. */
export interface Fragments {
  /** `"title":"…",` … without braces; one more piece than there are bodies. */
  readonly pieces: readonly Buffer[];
  readonly longTexts: readonly LongTextRef[];
}

export const isLongText = (value: Comparable | LongTextRef | undefined): value is LongTextRef =>
  typeof value === 'object' && value !== null;
