import type { ContentStore } from '@vidhi/content-service/store.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { presentFile } from '../media/file-response.ts';
import { mediaCollection } from '../media/media-collection.ts';
import type { FindPicturesOf, FindProfileOf } from './user-data-routes.ts';

/** Finds the profile and the pictures of a user. */
export const storedUserData = (
  store: Pick<ContentStore, 'documents' | 'find'>,
): { findPicturesOf: FindPicturesOf; findProfileOf: FindProfileOf } => ({
  async findPicturesOf(userId) {
    const found = await store
      .documents(mediaCollection)
      .find({ uploadedBy: userId }, { projection: { _id: 1 } })
      .toArray();
    const files = await Promise.all(found.map(({ _id }) => store.find(mediaCollection, _id)));
    return files.flatMap((file) => (file === null ? [] : [presentFile(file.doc)]));
  },
  async findProfileOf(userId) {
    const found = await store.documents(lawyerCollection).findOne({ users_permissions_user: userId });
    return found === null ? null : ((await store.find(lawyerCollection, found._id))?.doc ?? null);
  },
});
