import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Collection } from '@vidhi/content-engine';
import type { LiveModel } from '@vidhi/content-service';
import type { ContentWrites, WriteOrigin } from '@vidhi/content-service/store.ts';

/** Thrown to leave a document alone. */
class NotDueError extends Error {}

export interface DueUpdate {
  collection: Collection;
  id: number;
  /** Returns the values; null where the stored document is not due: another process has changed it, or somebody its time. */
  decide: (current: StoredDocument) => Readonly<Record<string, unknown>> | null;
  origin?: WriteOrigin;
}

/** Writes what the clock asks for, and puts it into the model. Repeatable: what a crash leaves undone is due again. */
export async function updateIfDue(
  store: Pick<ContentWrites, 'update'>,
  live: Pick<LiveModel, 'put'>,
  { collection, id, decide, origin }: DueUpdate,
): Promise<void> {
  const decideIfDue = (current: StoredDocument): Readonly<Record<string, unknown>> => {
    const values = decide(current);
    if (values === null) throw new NotDueError();
    return values;
  };
  try {
    const written = await store.update(collection, id, decideIfDue, origin);
    if (written !== null) live.put(collection.name, written.doc, written.rev);
  } catch (error) {
    if (!(error instanceof NotDueError)) throw error;
  }
}
