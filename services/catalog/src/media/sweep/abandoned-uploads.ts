import { storedAs } from '@vidhi/collections/stored.ts';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { ownedCollections } from '../../collections/catalog-collections.ts';
import { mediaCollection } from '../media-collection.ts';
import type { RemovePicture } from '../remove-picture.ts';

interface AbandonedUploadsDependencies {
  store: Pick<ContentWrites, 'each'>;
  removePicture: RemovePicture;
  /** Younger pictures stay: a form is filled in after its picture was uploaded. */
  minAgeMs: number;
  now?: () => number;
}

/** The collections of this service whose documents show pictures, with the names of those attributes. */
const REFERRING = ownedCollections
  .map((collection) => ({
    collection,
    names: Object.entries(collection.attributes)
      .filter(([, { type }]) => type === 'media')
      .map(([name]) => name),
  }))
  .filter(({ names }) => names.length > 0);

/**
 * Removes pictures that a member or a registrant uploaded and no document shows, with their files: an upload needs no
 * profile, so that anybody could store pictures without end. Those of staff and of imports stay. Returns how many went.
 */
export function createRemoveAbandoned(dependencies: AbandonedUploadsDependencies): () => Promise<number> {
  const { store, removePicture, minAgeMs, now = Date.now } = dependencies;
  return async () => {
    const abandoned = new Set<number>();
    await store.each(mediaCollection, ({ doc }) => {
      const { createdAt, isMembers } = storedAs(mediaCollection, doc);
      const isOld = now() - Date.parse(createdAt ?? '') > minAgeMs;
      if (isMembers === true && isOld) abandoned.add(doc.id);
    });
    if (abandoned.size === 0) return 0;
    for (const { collection, names } of REFERRING)
      await store.each(collection, ({ doc }) => {
        for (const id of names.flatMap((name) => doc[name])) abandoned.delete(Number(id));
      });
    for (const id of abandoned) await removePicture(id);
    return abandoned.size;
  };
}
