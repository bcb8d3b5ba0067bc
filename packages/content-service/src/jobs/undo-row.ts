import { preconditionFailed, WireError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { ContentWriter } from '../http/content-writer.ts';
import type { PresentValues } from '../http/present-values.ts';
import type { LiveModel } from '../live/live-model.ts';
import type { Values } from '../store/content-document.ts';
import type { ContentWrites } from '../store/content-writes.ts';
import { DuplicateValueError } from '../store/duplicate-values.ts';
import type { AuthorizeJob } from './job-actions.ts';
import { actorOf, contextOf, reasonOf } from './job-owner.ts';
import type { EndedRow, JobOutcome, JobOwner, StoredJob, StoredJobRow } from './job-store.ts';
import { isSame, pick, type Planner } from './plan-rows.ts';
import { isEditedSince, messageOf } from './row-results.ts';

const CHANGED_SINCE = 'Changed by somebody since: left as it is';

export interface UndoOptions {
  store: Pick<ContentWrites, 'find' | 'findTrashed' | 'restore'>;
  live: Pick<LiveModel, 'put'>;
  writer: ContentWriter;
  authorize: AuthorizeJob;
  collectionOf: Planner['collectionOf'];
  presentValues: PresentValues;
  requireRights: (owner: JobOwner) => Promise<void>;
  onError: (error: unknown) => void;
}

const takenValue = ({ attribute }: DuplicateValueError): WireError => {
  const what = attribute === null || attribute === 'slug' ? 'address' : attribute;
  return new WireError(409, 'ConflictError', `Something else has its ${what} now`);
};

/** Creates what gives a row the values that it had before a job, unless somebody has changed it since. */
export function createUndoRow(options: UndoOptions) {
  const { store, live, writer, authorize, collectionOf, presentValues, requireRights, onError } = options;

  async function restore(job: StoredJob, row: StoredJobRow, owner: JobOwner): Promise<JobOutcome> {
    const collection = collectionOf(row.of);
    const trashed = await store.findTrashed(collection, row.doc);
    if (trashed === null)
      return (await store.find(collection, row.doc)) === null
        ? { state: 'left', message: 'Deleted for ever since' }
        : { state: 'undone' };
    authorize({
      principal: owner.principal,
      collection,
      action: 'update',
      job: job.action,
      current: trashed.doc,
    });
    const origin = {
      actor: actorOf(owner),
      kind: 'restore' as const,
      action: 'undo',
      reason: reasonOf(job),
    };
    const asItWas = ({ id, ...values }: StoredDocument): Values => presentValues(collection, values, id);
    const restored = await store.restore(collection, row.doc, asItWas, origin).catch((error: unknown) => {
      throw error instanceof DuplicateValueError ? takenValue(error) : error;
    });
    if (restored !== null) live.put(collection.name, restored.doc, restored.rev);
    return { state: 'undone' };
  }

  async function putBack(job: StoredJob, row: StoredJobRow, owner: JobOwner): Promise<JobOutcome> {
    await requireRights(owner);
    if (row.removes === true) return restore(job, row, owner);
    const collection = collectionOf(row.of);
    const before = presentValues(collection, row.before ?? {});
    const after = presentValues(collection, row.after ?? {});
    const names = Object.keys(before).filter((name) => !isSame(before[name], after[name]));
    const found = await store.find(collection, row.doc);
    if (found === null) return { state: 'left', message: 'There is no such row any more' };
    const { doc, edit } = found;
    const isAsAfter = (current: Values): boolean => isSame(pick(current, names), pick(after, names));
    if (isSame(pick(doc, names), pick(before, names))) return { state: 'undone' };
    if (!isAsAfter(doc)) return { state: 'left', message: CHANGED_SINCE };
    authorize({ principal: owner.principal, collection, action: 'update', job: job.action, current: doc });
    await writer.update(collection, row.doc, pick(before, names), {
      ...contextOf(owner),
      requireCurrent(current) {
        if (!isAsAfter(current)) throw preconditionFailed({});
      },
      edit: { ifEdited: [edit?.rev ?? 0] },
      audit: { action: 'undo', reason: reasonOf(job) },
    });
    return { state: 'undone' };
  }

  return async (job: StoredJob, row: StoredJobRow, owner: JobOwner): Promise<EndedRow> => {
    const outcome = await putBack(job, row, owner).catch((error: unknown): JobOutcome => ({
      state: 'left',
      message: isEditedSince(error) ? CHANGED_SINCE : messageOf(error, onError),
    }));
    return { row, outcome };
  };
}
