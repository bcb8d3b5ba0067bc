import type { ReadModel } from '@vidhi/content-engine';
import type { SnapshotDocuments } from '../store/read-changes.ts';
import type { RevisedModel } from './revised-model.ts';

/**
 * Adapts a model that started from a snapshot and follows its topics meanwhile. A lower revision in the database means
 * that the database was restored from a backup: it replaces the document of the snapshot, unless an event has changed
 * the document since the comparison.
 */
export function createSnapshotDocuments(model: ReadModel, revised: RevisedModel): SnapshotDocuments {
  function forgetIfUnchanged(name: string, id: number, comparedRev: number | undefined): void {
    if (comparedRev !== undefined && revised.revisionOf(name, id) === comparedRev) revised.forget(name, id);
  }
  return {
    revisionOf: revised.revisionOf,
    idsOf: (name) => Array.from(model.store(name).all(), ({ id }) => id),
    put(name, doc, rev, comparedRev) {
      forgetIfUnchanged(name, doc.id, comparedRev);
      revised.put(name, doc, rev);
    },
    remove(name, id, rev, comparedRev) {
      forgetIfUnchanged(name, id, comparedRev);
      revised.remove(name, id, rev ?? 0);
    },
    count: revised.count,
  };
}
