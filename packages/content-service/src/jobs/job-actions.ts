import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Collection, ReadModel } from '@vidhi/content-engine';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import type { WriteAction, WriteContext } from '../http/content-writer.ts';
import type { Values } from '../store/content-document.ts';
import type { JobItem } from './job-store.ts';

/** The change of one document. */
export type JobPlan =
  | { kind: 'remove' }
  | {
      kind: 'update';
      /** Values in stored form. */
      patch: Values;
      /** Attributes that the writer changes, too, as a consequence. */
      touches?: readonly string[];
      edit?: NonNullable<WriteContext['edit']>['kind'];
      /** Verb of the audit log. */
      action?: string;
    };

export interface JobDocument {
  collection: Collection;
  doc: StoredDocument;
  /** The documents of the job. */
  items: readonly JobItem[];
}

export interface JobAction {
  /** Returns the parameters as they are stored, and the action in words. Throws a 400 for others. */
  read(params: Values): { params: Values; label: string };
  /**
   * Returns the documents that the job changes for a selection, in this order. Without this method it changes the selected
   * documents. Throws a 400 for a selection that is not possible.
   */
  items?(ids: readonly number[], params: Values): readonly JobItem[];
  /**
   * Returns the change of a document; null when it has the wanted values already, as after its own change. Throws a `WireError`
   * when the change is not possible.
   */
  plan(document: JobDocument, params: Values): JobPlan | null;
  /** Why a document of which somebody has typed more than is saved is not changed; left out where that is no obstacle. */
  rejectsCopies?: string;
}

/** The actions of a collection by name. */
export type JobActions = Readonly<Record<string, JobAction>>;

/** Throws when an account may not do this with a document; `current` is undefined before any document is known. */
export type AuthorizeJob = (write: {
  principal: Principal;
  collection: Collection;
  action: Extract<WriteAction, 'update' | 'delete'>;
  /** Name of the action of the job, also where the job is undone. */
  job: string;
  current: StoredDocument | undefined;
}) => void;

export const DELETE_ACTION: JobAction = {
  read: () => ({ params: {}, label: 'Delete' }),
  plan: () => ({ kind: 'remove' }),
};

const LABELS = ['title', 'Title', 'name', 'AuthorName', 'from'];

export const titleOf = (doc: Readonly<Record<string, unknown>> | undefined): string =>
  LABELS.flatMap((name) => (typeof doc?.[name] === 'string' ? [String(doc[name])] : []))[0]?.slice(0, 200) ??
  '';

/** Returns the names of documents, for a label: `Bail, Arrest`. */
export const namesOf = (model: ReadModel, collection: string, ids: readonly number[]): string =>
  ids.map((id) => titleOf(model.get(collection, id)) || `#${id}`).join(', ');
