import type { ContentWrites, Revised, WriteOrigin } from '@vidhi/content-service/store.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { addressesOf } from './files/archived-picture.ts';
import { mediaCollection } from './media-collection.ts';
import type { PictureStore } from './files/picture-store.ts';

/** Removes a picture and resolves with it as it was; null when none has this id. */
export type RemovePicture = (id: number, origin?: WriteOrigin) => Promise<StoredDocument | null>;

interface RemovePictureDependencies {
  store: Pick<ContentWrites, 'remove' | 'each'>;
  pictures: Pick<PictureStore, 'remove'>;
  /** The lock under which uploads store files and documents: identical bytes share their files. */
  withLock: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Called with the removed document before its files are deleted. */
  onRemoved: (removed: Revised) => void | Promise<void>;
}

/**
 * Removes the document with its event first, then those files that no other picture references. A process killed in
 * between leaves files to the sweep of `unreferenced-files.ts`; resized renditions are always left to theirs, as cached
 * pages may still show them. Relations to the picture lead nowhere from then on, which reads show as null.
 */
export function createRemovePicture(dependencies: RemovePictureDependencies): RemovePicture {
  const { store, pictures, withLock, onRemoved } = dependencies;
  return (id, origin) =>
    withLock(async () => {
      const removed = await store.remove(mediaCollection, id, origin);
      if (removed === null) return null;
      await onRemoved(removed);
      const addresses = new Set(addressesOf(removed.doc));
      await store.each(mediaCollection, ({ doc }) => {
        for (const address of addressesOf(doc)) addresses.delete(address);
      });
      for (const address of addresses) await pictures.remove(address);
      return removed.doc;
    });
}
