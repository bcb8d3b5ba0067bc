import { beforeEach, expect, it } from 'vitest';
import { memoryContentStore, type MemoryContentStore } from '@vidhi/content-service/testing.ts';
import { aBook, aProfile } from '../../catalog-builder.ts';
import { catalogChangeEvents } from '../../events/change-events.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { lawyerCollection } from '../../collections/lawyer.ts';
import { catalogTopics } from '../../topics.ts';
import { createRemoveAbandoned } from './abandoned-uploads.ts';
import { mediaCollection } from '../media-collection.ts';

const DAY_MS = 86_400_000;

let store: MemoryContentStore;
let removed: number[];
beforeEach(() => {
  store = memoryContentStore(catalogChangeEvents(catalogTopics('')));
  removed = [];
});

const sweep = (inMs: number) =>
  createRemoveAbandoned({
    store,
    minAgeMs: DAY_MS,
    now: () => Date.now() + inMs,
    async removePicture(id) {
      removed.push(id);
      return (await store.remove(mediaCollection, id))?.doc ?? null;
    },
  })();
const upload = async (values: object): Promise<number> =>
  (await store.create(mediaCollection, { name: 'p.png', url: '/uploads/p.png', ...values })).doc.id;

it('removes pictures of members that nothing shows after a day, once', async () => {
  const abandoned = await upload({ isMembers: true, uploadedBy: 7 });
  expect(await sweep(DAY_MS / 2)).toBe(0);
  expect(await sweep(2 * DAY_MS)).toBe(1);
  expect(removed).toEqual([abandoned]);
  expect(await sweep(2 * DAY_MS)).toBe(0);
});

it('keeps the pictures of profiles and books, of staff and of imports', async () => {
  const [portrait, gallery, cover] = [
    await upload({ isMembers: true }),
    await upload({ isMembers: true }),
    await upload({ isMembers: true }),
  ];
  await store.create(
    lawyerCollection,
    aProfile(1, { PrimaryImageId: portrait, SecondaryImageIds: [gallery] }),
  );
  await store.create(bookCollection, aBook(1, { PrimaryImageId: cover }));
  await upload({ uploadedBy: 1, isMembers: false });
  await upload({});
  expect(await sweep(9 * DAY_MS)).toBe(0);
  expect(removed).toEqual([]);
});
