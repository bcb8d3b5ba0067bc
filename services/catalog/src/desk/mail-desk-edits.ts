import { storedAs } from '@vidhi/collections/stored.ts';
import type { ContentWriter } from '@vidhi/content-service';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { ProfileDecided } from '@vidhi/contracts/events.ts';
import { isStaff } from '@vidhi/contracts/roles.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createEntry } from '@vidhi/outbox/entry.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import type { ProfileDecisions } from '../profiles/profile-decisions.ts';

/** Time within which the request that made an edit records it. */
const GRACE_MS = 60_000;

/** Records an edit that staff made on behalf of an owner, with the mail to them; no effect if it is recorded already. */
export type RecordDeskEdit = (profile: StoredDocument) => Promise<void>;

export const createRecordDeskEdit =
  (decisions: Pick<ProfileDecisions, 'add' | 'list'>, topic: TopicLayout): RecordDeskEdit =>
  async (profile) => {
    const { id, desk_edit: edit } = storedAs(lawyerCollection, profile);
    if (edit === null || edit === undefined) return;
    const { by, at, changed } = edit;
    const known = await decisions.list(id);
    if (known.some((one) => one.action === 'edit' && one.at === at && one.by === by)) return;
    const decision = { action: 'edit' as const, reason: '', changed: [...changed], by, at };
    await decisions.add(id, decision, undefined, (number) => [
      createEntry(topic, ProfileDecided, {
        id: `${ProfileDecided.type}:${id}:${number}`,
        key: id,
        data: { profileId: id, number },
        occurredAt: new Date(at),
      }),
    ]);
  };

/** Returns a writer whose writes of profiles by staff are mailed to their owners. Jobs, such as a merge, use another one. */
export const withMailedEdits = (
  writer: ContentWriter,
  record: RecordDeskEdit,
  now: () => Date = () => new Date(),
): ContentWriter => ({
  ...writer,
  async update(collection, id, patch, context) {
    const { principal } = context.request;
    if (collection.name !== lawyerCollection.name || principal === null || !isStaff(principal.role))
      return writer.update(collection, id, patch, context);
    const at = now().toISOString();
    const by = actorOf(context.request).id ?? 0;
    const updated = await writer.update(collection, id, { ...patch, desk_edit: { by, at } }, context);
    // The edit is stored; if recording it fails, `createRecordMissedEdits` does so later.
    if (storedAs(lawyerCollection, updated).desk_edit?.at === at)
      await record(updated).catch(() => undefined);
    return updated;
  },
});

/** Creates a sweep that records edits whose recording failed, or whose process ended before it. */
export function createRecordMissedEdits(
  model: ReadModel,
  record: RecordDeskEdit,
  now: () => Date = () => new Date(),
): () => Promise<void> {
  const profiles = documentsOf(model, lawyerCollection);
  return async () => {
    const before = new Date(now().getTime() - GRACE_MS).toISOString();
    // Reads no long texts, which are on the disk.
    for (const document of profiles.store.order([]).documents) {
      const edit = profiles.read(document, 'desk_edit');
      if (edit !== null && edit !== undefined && edit.at < before)
        await record({ id: document.id, desk_edit: edit });
    }
  };
}
