import type { Envelope, UserPayload } from '@vidhi/contracts/events.ts';
import type { LiveModel } from '@vidhi/content-service';
import type { ContentStore } from '@vidhi/content-service/store.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { mediaCollection } from '../media/media-collection.ts';
import type { RemovePicture } from '../media/remove-picture.ts';

interface EraseUserDependencies {
  /** Forgets removed profiles (`withForgottenProfiles`). */
  store: Pick<ContentStore, 'documents' | 'remove'>;
  live: Pick<LiveModel, 'remove'>;
  removePicture: RemovePicture;
}

/** Removes what is stored about a user who erased the account. Repeatable: what is gone already is left alone. */
export type EraseUser = (userId: number) => Promise<void>;

export function createEraseUser({ store, live, removePicture }: EraseUserDependencies): EraseUser {
  return async (userId) => {
    const profiles = await store
      .documents(lawyerCollection)
      .find({ users_permissions_user: userId }, { projection: { _id: 1 } })
      .toArray();
    for (const { _id: id } of profiles) {
      const removed = await store.remove(lawyerCollection, id);
      if (removed !== null) live.remove(lawyerCollection.name, id, removed.rev);
    }
    // Only those that this user uploaded: a profile may name any picture of the site.
    const pictures = await store
      .documents(mediaCollection)
      .find({ uploadedBy: userId }, { projection: { _id: 1 } })
      .toArray();
    for (const { _id: id } of pictures) await removePicture(id);
  };
}

/** Returns the user whose erasure an event announces; null for other events. */
export function erasedUserOf({ type, data }: Envelope): number | null {
  if (!type.startsWith('user.')) return null;
  const { id, erased } = data as UserPayload;
  return erased === true ? id : null;
}
