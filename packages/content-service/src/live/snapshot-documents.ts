import type { ReadModel } from '@vidhi/content-engine';
import type { KnownDocuments } from '../store/read-changes.ts';
import type { RevisedModel } from './revised-model.ts';

/**
 * The known documents of a model that follows its topics meanwhile. A revision lower than the known one is of a database
 * that was restored from a backup, and replaces it, unless an event has changed the document since the comparison.
 */
export function createKnownDocuments(model: ReadModel, revised: RevisedModel): KnownDocuments {
  function forgetIfUnchanged(name: string, id: number, known: number | undefined): void {
    if (known !== undefined && revised.revisionOf(name, id) === known) revised.forget(name, id);
  }
  return {
    revisionOf: revised.revisionOf,
    idsOf: (name) => Array.from(model.store(name).all(), ({ id }) => id),
    put(name, doc, rev, known) {
      forgetIfUnchanged(name, doc.id, known);
      revised.put(name, doc, rev);
    },
    remove(name, id, rev, known) {
      forgetIfUnchanged(name, id, known);
      revised.remove(name, id, rev ?? 0);
    },
    count: revised.count,
  };
}
