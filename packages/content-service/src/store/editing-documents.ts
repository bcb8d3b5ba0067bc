import type { mongo } from 'mongoose';
import { WITHOUT_OUTBOX } from '@vidhi/outbox/outbox-document.ts';
import type { ContentDocument } from './content-document.ts';
import type { Editing, Revision, WorkingCopy } from './edit-types.ts';
import { renameUpdate, type RevisionName } from './revisions.ts';

/** A change of what a document stores beside its attributes: no write, without event and without a new revision. */
export interface EditingChange {
  /** The change is made only where the working copy has this number. */
  expectedSeq: number;
  /** The new working copy, or null to remove it. */
  copy: Omit<WorkingCopy, 'seq'> | null;
  /** A revision that the change adds. */
  revision?: Revision;
}

type Documents = mongo.Collection<ContentDocument>;

export async function findEditing(documents: Documents, id: number): Promise<Editing | null> {
  const found = await documents.findOne({ _id: id }, { projection: { editing: 1, removed: 1 } });
  return found === null || found.removed === true ? null : (found.editing ?? {});
}

const HAS_COPY = { 'editing.copy.at': { $exists: true }, removed: { $exists: false } };

/** Resolves with the newest documents that have a working copy, without their outboxes. */
export async function findCopies(documents: Documents, limit: number): Promise<ContentDocument[]> {
  return documents
    .find(HAS_COPY as mongo.Filter<ContentDocument>, { projection: WITHOUT_OUTBOX })
    .sort({ _id: -1 })
    .limit(limit)
    .toArray();
}

/** Resolves with the ids of the documents with a working copy: of all, or of these. */
export async function listCopied(documents: Documents, ids?: readonly number[]): Promise<number[]> {
  const filter = {
    ...(ids === undefined ? {} : { _id: { $in: [...ids] } }),
    ...HAS_COPY,
  };
  const found = documents.find(filter as mongo.Filter<ContentDocument>, { projection: { _id: 1 } });
  return (await found.toArray()).map(({ _id }) => _id);
}

/** Resolves whether the working copy had the expected number. */
export async function changeEditing(
  documents: Documents,
  id: number,
  { expectedSeq, copy, revision }: EditingChange,
  at: Date,
): Promise<boolean> {
  const seq = expectedSeq + 1;
  const isExpected = expectedSeq === 0 ? { $in: [0, null] } : expectedSeq;
  const filter = { _id: id, removed: { $exists: false }, 'editing.copySeq': isExpected };
  const { modifiedCount } = await documents.updateOne(
    filter as mongo.Filter<ContentDocument>,
    {
      $set: {
        'editing.copySeq': seq,
        ...(copy === null ? {} : { 'editing.copy': { ...copy, seq } }),
        ...(revision === undefined ? {} : { revisionsDue: at }),
      },
      ...(copy === null ? { $unset: { 'editing.copy': '' } } : {}),
      ...(revision === undefined ? {} : { $push: { 'editing.pending': revision } }),
    } as mongo.UpdateFilter<ContentDocument>,
  );
  return modifiedCount === 1;
}

/** Names the latest edit, with which its values become a revision. Resolves whether it has this `editedRev`. */
export async function renameEdit(
  documents: Documents,
  id: number,
  rev: number,
  name: RevisionName,
): Promise<boolean> {
  const { matchedCount } = await documents.updateOne(
    { _id: id, 'editing.edit.rev': rev },
    renameUpdate(name, 'editing.edit.') as mongo.UpdateFilter<ContentDocument>,
  );
  return matchedCount === 1;
}
