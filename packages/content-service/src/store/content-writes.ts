import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { Collection } from '@vidhi/content-engine';
import type { ContentDocument, Values } from './content-document.ts';
import type { Editing, WorkingCopy } from './edit-types.ts';
import type { EditingChange } from './editing-documents.ts';
import type { EditOrigin, EditState } from './editing.ts';
import type { RevisionName } from './revisions.ts';
import type { TrashedDocument, TrashPage } from './trash.ts';

/** Request, actor and conditions of a write. */
export interface WriteOrigin extends EditOrigin {
  traceparent?: string | undefined;
  /** Verb of the audit log, where create, update, publish and so on do not say it. */
  action?: string | undefined;
  reason?: string | undefined;
}

/** One write: the document before and after it, and its new revision. */
export interface Change extends Pick<WriteOrigin, 'traceparent' | 'actor' | 'kind' | 'action' | 'reason'> {
  collection: Collection;
  before: StoredDocument | null;
  after: StoredDocument | null;
  id: number;
  rev: number;
  at: Date;
  /** The document did not change; its state is published again. */
  announce?: true;
  /** A document of the trash is removed for ever: `before` is what it was, and readers know that it is gone. */
  isPurge?: true;
}

/** Returns the events of a write; implemented by the service that owns the collection. */
export type EventsOf = (change: Change) => OutboxEntry[];

/** A document as it is stored, and its working copy. */
export interface CopiedDocument {
  doc: StoredDocument;
  copy: WorkingCopy;
}

/** A document and its revision. */
export interface Revised {
  doc: StoredDocument;
  rev: number;
  /** The last edit of the document; absent for imported documents. */
  edit?: EditState;
}

export interface Removal extends WriteOrigin {
  /** False lets an import create the document again. */
  edited?: boolean;
  /** Removes the revisions, too. */
  forgets?: boolean;
  /** Throws an error when the document may not be removed. Called again after a concurrent write. */
  requireCurrent?: (current: StoredDocument) => void;
}

/** Documents of several collections. Every write stores its events atomically with the document. */
export interface ContentWrites {
  /** Rejects with `DuplicateValueError`. */
  create(collection: Collection, values: Values, origin?: WriteOrigin): Promise<Revised>;
  /**
   * Calls `decide` with the current document and sets the returned values, again after a concurrent write (optimistic
   * locking by revision). Resolves null for a missing document; rejects with `DuplicateValueError`.
   */
  update(
    collection: Collection,
    id: number,
    decide: (current: StoredDocument) => Values,
    origin?: WriteOrigin,
  ): Promise<Revised | null>;
  /** Publishes the state of an unchanged document, under a new revision. Null for a missing document. */
  touch(collection: Collection, id: number): Promise<Revised | null>;
  /**
   * Resolves with the removed document and the revision of the removal; null for a missing document.
   */
  remove(collection: Collection, id: number, removal?: Removal): Promise<Revised | null>;
  /** Lists the documents in the trash that were removed after a time, the latest first. */
  listTrash(
    collection: Collection,
    page: { after: Date; page: number; pageSize: number },
  ): Promise<TrashPage>;
  /** Resolves null for a document that is not in the trash. */
  findTrashed(collection: Collection, id: number): Promise<TrashedDocument | null>;
  /**
   * Stores a document of the trash again, with the values that `decide` returns for it. Resolves null for one that is not
   * there; rejects with `DuplicateValueError`.
   */
  restore(
    collection: Collection,
    id: number,
    decide: (removed: StoredDocument) => Values,
    origin?: WriteOrigin,
  ): Promise<Revised | null>;
  /**
   * Removes a document of the trash for ever, with its revisions. Resolves with what it was; null for one that is not there.
   */
  purge(collection: Collection, id: number, origin?: WriteOrigin): Promise<TrashedDocument | null>;
  /** Creates the document of a single type if it is missing or deleted. It does not count as edited. */
  ensureSingle(collection: Collection, values: Values): Promise<void>;
  find(collection: Collection, id: number): Promise<Revised | null>;
  /** Resolves with the documents that there are, by id. */
  findMany(collection: Collection, ids: readonly number[]): Promise<ReadonlyMap<number, Revised>>;
  /** Resolves null for a missing document. */
  findEditing(collection: Collection, id: number): Promise<Editing | null>;
  /** Resolves with the ids of the documents with a working copy: of all, or of these. */
  listCopied(collection: Collection, ids?: readonly number[]): Promise<number[]>;
  /** Resolves with the documents with a working copy, and these: the newest documents first, and at most so many. */
  listCopies(collection: Collection, limit: number): Promise<CopiedDocument[]>;
  /** Resolves whether the working copy had the expected number. */
  changeEditing(collection: Collection, id: number, change: EditingChange): Promise<boolean>;
  /** Names the latest edit. Resolves whether it has this `editedRev`. */
  renameEdit(collection: Collection, id: number, rev: number, name: RevisionName): Promise<boolean>;
  each(collection: Collection, use: (revised: Revised, raw: ContentDocument) => void): Promise<void>;
}
