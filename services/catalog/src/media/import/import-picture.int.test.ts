import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContentStore, createContentStore } from '@vidhi/content-service/store.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { catalogChangeEvents } from '../../change-events.ts';
import { catalogTopics } from '../../topics.ts';
import { fileSystemPictureStore } from '../files/file-system-picture-store.ts';
import { createImportPicture } from './import-picture.ts';
import { aPng, anArchivedPicture } from '../files/picture-builder.ts';
import type { PictureStore } from '../files/picture-store.ts';
import { createRemoveUnreferenced } from '../sweep/unreferenced-files.ts';

let database: FreshDatabase;
let connection: Connection;
let folder: string;
let store: ContentStore;
let pictures: PictureStore;

beforeAll(async () => {
  database = freshDatabase('pictures');
  connection = await connectMongo(database.url);
  folder = await mkdtemp(path.join(tmpdir(), 'vidhi-import-'));
  pictures = await fileSystemPictureStore(folder);
  store = createContentStore({
    connection,
    eventsOf: catalogChangeEvents(catalogTopics('')),
  });
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function take(item: StoredDocument): Promise<unknown> {
  const files = new Map([['original', await pictures.receive(Readable.from([aPng()]))]]);
  return createImportPicture({ store, pictures })({ item, files });
}

const aPicture = (id: number, hash: string): StoredDocument =>
  anArchivedPicture({ id, hash, url: undefined, formats: null });
const stored = async (): Promise<string[]> => (await readdir(path.join(folder, 'uploads'))).toSorted();

it('keeps a file that another picture references when a picture is imported again with a new file', async () => {
  const imported = { imported: 1, unchanged: 0, skipped: [] };
  expect(await take(aPicture(1, 'seal_1'))).toEqual(imported);
  expect(await take(aPicture(2, 'seal_1'))).toEqual(imported);
  expect(await take(aPicture(1, 'seal_2'))).toEqual(imported);
  expect(await stored()).toEqual(['seal_1.png', 'seal_2.png']);
  // The sweep deletes the unreferenced file later.
  expect(await take(aPicture(2, 'seal_2'))).toEqual(imported);
  const DAY_MS = 24 * 3_600_000;
  const removeUnreferenced = createRemoveUnreferenced({
    store,
    pictures,
    minAgeMs: DAY_MS,
    now: () => Date.now() + 2 * DAY_MS,
  });
  expect(await removeUnreferenced()).toBe(1);
  expect(await stored()).toEqual(['seal_2.png']);
});
