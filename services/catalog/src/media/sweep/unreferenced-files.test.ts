import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { memoryContentStore, type MemoryContentStore } from '@vidhi/content-service/testing.ts';
import { catalogChangeEvents } from '../../events/change-events.ts';
import { catalogTopics } from '../../topics.ts';
import { fileSystemPictureStore } from '../files/file-system-picture-store.ts';
import { mediaCollection } from '../media-collection.ts';
import { aPng } from '../files/picture-builder.ts';
import type { PictureStore } from '../files/picture-store.ts';
import { createRemoveUnreferenced } from './unreferenced-files.ts';

const DAY_MS = 24 * 3_600_000;

let folder: string;
let pictures: PictureStore;
let store: MemoryContentStore;
let removeUnreferenced: () => Promise<number>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vidhi-unreferenced-'));
  pictures = await fileSystemPictureStore(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  for (const address of await listed()) await pictures.remove(address);
  store = memoryContentStore(catalogChangeEvents(catalogTopics('')));
  removeUnreferenced = createRemoveUnreferenced({ store, pictures, minAgeMs: DAY_MS });
});

async function place(address: string, ageMs: number): Promise<void> {
  const received = await pictures.receive(Readable.from([aPng()]));
  await received.place(address);
  const then = new Date(Date.now() - ageMs);
  await utimes(path.join(folder, 'uploads', address), then, then);
}

async function listed(): Promise<string[]> {
  const found: string[] = [];
  for await (const { address } of pictures.list()) found.push(address);
  return found.toSorted();
}

const name = (address: string, format: string): Promise<unknown> =>
  store.create(mediaCollection, {
    name: address,
    url: `/uploads/${address}`,
    formats: { thumbnail: { url: `/uploads/${format}` } },
  });

it('deletes old unreferenced files and keeps referenced and recent ones', async () => {
  await place('named_1.png', 9 * DAY_MS);
  await place('thumbnail_named_1.png', 9 * DAY_MS);
  await name('named_1.png', 'thumbnail_named_1.png');
  await place('left_1.png', 2 * DAY_MS);
  await place('thumbnail_left_1.png', 2 * DAY_MS);
  await place('coming_1.png', 1_000);
  expect(await removeUnreferenced()).toBe(2);
  expect(await listed()).toEqual(['coming_1.png', 'named_1.png', 'thumbnail_named_1.png']);
  expect(await removeUnreferenced()).toBe(0);
});

it('deletes the files of a removed picture', async () => {
  await place('gone_1.png', 2 * DAY_MS);
  await name('other_1.png', 'thumbnail_other_1.png');
  const { doc } = await store.create(mediaCollection, { name: 'gone', url: '/uploads/gone_1.png' });
  expect(await removeUnreferenced()).toBe(0);
  await store.remove(mediaCollection, doc.id);
  expect(await removeUnreferenced()).toBe(1);
});

it('deletes nothing when the database holds no picture, as with the database of another site', async () => {
  await place('theirs_1.png', 9 * DAY_MS);
  expect(await removeUnreferenced()).toBe(0);
  expect(await listed()).toEqual(['theirs_1.png']);
});

it('deletes nothing when another site stores files in the same place', async () => {
  await place('theirs_1.png', 9 * DAY_MS);
  await name('ours_1.png', 'thumbnail_ours_1.png');
  let isOnlySite = false;
  const remove = createRemoveUnreferenced({
    store,
    pictures,
    minAgeMs: DAY_MS,
    isOnlySite: async () => isOnlySite,
  });
  expect([await remove(), await listed()]).toEqual([0, ['theirs_1.png']]);
  isOnlySite = true;
  expect(await remove()).toBe(1);
});

it('keeps a file that is stored again during the sweep', async () => {
  await place('again_1.png', 2 * DAY_MS);
  await name('other_1.png', 'thumbnail_other_1.png');
  const remove = createRemoveUnreferenced({
    store,
    minAgeMs: DAY_MS,
    pictures: {
      ...pictures,
      async *list() {
        for await (const found of pictures.list()) {
          await place(found.address, 0);
          yield found;
        }
      },
    },
  });
  expect(await remove()).toBe(0);
  expect(await listed()).toEqual(['again_1.png']);
});
