import { OUTBOX_FIELDS } from '@vidhi/outbox/outbox-document.ts';
import { optional, required, valueOf } from '@vidhi/service-kit/stored-collection.ts';
import type { Editing, Trashed } from './edit-types.ts';

/** The fields of content documents beside their attributes. */
export const CONTENT_FIELDS = {
  _id: required(Number),
  /** Tombstone of a deleted document. Retained so that a later document with this id continues its revisions. */
  removed: optional(valueOf<true>()),
  /** Created or changed by an editor: imports do not overwrite it. */
  edited: optional(Boolean),
  /** Hash of the imported document without its counter; an import skips documents whose hash is unchanged. */
  importHash: optional(String),
  /** The last edit of the document, its working copy, and revisions that are not in their collection yet. */
  editing: optional(valueOf<Editing>()),
  /** The document as it was removed, for as long as it can be restored. */
  trash: optional(valueOf<Trashed>()),
  /** Present while `editing.pending` may have revisions. */
  revisionsDue: optional(Date),
  ...OUTBOX_FIELDS,
};
