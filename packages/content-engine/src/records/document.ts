import type { BodyRef } from './long-text-store.ts';
import type { Comparable } from '../schema/column-value.ts';

/** One document in memory. Long texts are references into the body store. */
export interface DocumentRecord {
  readonly id: number;
  /** Its place in the collection's tables; given again after a removal. */
  readonly row: number;
  readonly values: (Comparable | BodyRef)[];
  /** Ids by owned relation, in order. */
  readonly links: (readonly number[])[];
  /** Published, and not only later. Always true where there are no drafts. */
  visible: boolean;
  /** Ready bytes by audience rank, then by other orders of columns; dropped when a value changes. */
  fragments: (Fragments | undefined)[];
  /** Where it is ready with what it is related to; dropped when a value or a link of it changes. */
  ready: readonly ReadyItem[] | undefined;
}

/** A document as it was written into an answer, in the ring of `ready-items.ts`. */
export interface ReadyItem {
  readonly shape: number;
  readonly epoch: number;
  /** Bytes written to the ring before it. */
  readonly at: number;
  readonly length: number;
}

/** Drops the bytes of a document that has changed. */
export function forgetBytes(record: DocumentRecord): void {
  record.fragments = [];
  record.ready = undefined;
}

/** A document's attributes as bytes, cut where long texts are spliced in. */
export interface Fragments {
  /** `"title":"…",` … without braces; one more piece than there are bodies. */
  readonly pieces: readonly Buffer[];
  readonly bodies: readonly BodyRef[];
}

export const isBody = (value: Comparable | BodyRef | undefined): value is BodyRef =>
  typeof value === 'object' && value !== null;
