import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { addressesOf } from '../files/archived-picture.ts';
import { mediaCollection } from '../media-collection.ts';
import type { PictureStore } from '../files/picture-store.ts';

interface UnreferencedFilesDependencies {
  store: Pick<ContentWrites, 'each'>;
  pictures: Pick<PictureStore, 'list' | 'open' | 'remove'>;
  /** Files younger than this are never deleted. Must far exceed the time between storing a file and its document. */
  minAgeMs: number;
  /** Resolves with whether no other site stores files in the same bucket prefix. */
  isOnlySite?: () => Promise<boolean>;
  now?: () => number;
}

/**
 * Deletes unreferenced files older than `minAgeMs`: a process killed between storing files and writing the document
 * leaves them behind. References are read before the files are listed, so a file stored meanwhile is too young to be
 * deleted; storing the same bytes again renews the modification time. Deletes nothing when the database holds no picture
 * at all, as it is probably the wrong database. Returns the number of deleted files.
 */
export function createRemoveUnreferenced(dependencies: UnreferencedFilesDependencies): () => Promise<number> {
  const { store, pictures, minAgeMs, isOnlySite = async () => true, now = Date.now } = dependencies;
  const isOld = (modifiedAt: Date): boolean => now() - modifiedAt.getTime() > minAgeMs;

  async function isStillOld(address: string): Promise<boolean> {
    const opened = await pictures.open(address);
    if (opened === null) return true;
    await opened.close();
    return isOld(opened.modifiedAt);
  }

  return async () => {
    if (!(await isOnlySite())) return 0;
    const referenced = new Set<string>();
    await store.each(mediaCollection, ({ doc }) => {
      for (const address of addressesOf(doc)) referenced.add(address);
    });
    if (referenced.size === 0) return 0;
    let removed = 0;
    for await (const { address, modifiedAt } of pictures.list()) {
      if (referenced.has(address) || !isOld(modifiedAt) || !(await isStillOld(address))) continue;
      await pictures.remove(address);
      removed += 1;
    }
    return removed;
  };
}
