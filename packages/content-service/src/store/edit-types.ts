/** The kinds of writes of a document, as its history names them. */
export const REVISION_KINDS = [
  'create',
  'save',
  'submit',
  'approve',
  'request-changes',
  'publish',
  'schedule',
  'unpublish',
  'archive',
  'restore',
  'remove',
  'import',
  'correction',
  'takedown',
  'conflict',
  'discarded',
] as const;
export type RevisionKind = (typeof REVISION_KINDS)[number];

/** The write that made the present values of a document. */
export interface Edit {
  /** `editedRev` since then. */
  rev: number;
  at: string;
  /** Time of the first of the writes that one revision holds together. */
  since: string;
  /** Id of the account; null for the system, commands and clients without account. */
  by: number | null;
  kind: RevisionKind;
  changed: readonly string[];
  name?: string;
  note?: string;
}

/** Values as JSON, compressed where that is worth it. */
export type PackedValues = { json: string } | { gzip: string };

/** Former values of a document, or values that were never stored in it: those of a conflict, or of a discarded copy. */
export interface Revision extends Omit<Edit, 'rev'> {
  /** The `editedRev` of the values; with a suffix for values that were never those of the document. */
  rev: string;
  values: PackedValues;
}

/** The text of an article that somebody is writing on. Neither validated nor published. */
export interface WorkingCopy {
  seq: number;
  /** `editedRev` of the document that the text started from. */
  baseRev: number;
  by: number;
  at: string;
  /** Since when this tab has been writing. */
  since: string;
  tab: string;
  /** Number of the save within its tab. */
  n: number;
  values: PackedValues;
}

/** The state of the editing of a document, stored beside its attributes. Never published. */
export interface Editing {
  /** `editedRev`: grows with each write that changes an attribute. Absent in a document that was only imported. */
  rev?: number;
  edit?: Edit;
  /** The latest edits, oldest first, from which the attributes of a conflict are found. */
  log?: readonly Pick<Edit, 'rev' | 'changed'>[];
  copy?: WorkingCopy;
  /** Grows with every change of `copy`, its removal included. */
  copySeq?: number;
  /** Revisions that were superseded by this document's own write, until they are in their collection. */
  pending?: readonly Revision[];
  /** Set with the removal of a document of which nothing may stay: its revisions are removed, too. */
  forgotten?: true;
}

/** A removed document, in its tombstone. */
export interface Trashed {
  at: string;
  /** Id of the account that removed it; null for clients without one. */
  by: number | null;
  values: PackedValues;
}
