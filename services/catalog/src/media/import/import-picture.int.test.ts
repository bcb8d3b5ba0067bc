import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentStore, createContentStore } from '@vidhi/content-service/store.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { catalogChangeEvents } from '../../events/change-events.ts';
import { catalogTopics } from '../../topics.ts';
import { fileSystemPictureStore } from '../files/file-system-picture-store.ts';
import { mediaCollection } from '../media-collection.ts';
import { createImportPicture } from './import-picture.ts';
import { aPdf } from '../upload/pdf-builder.ts';
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

async function take(item: StoredDocument, bytes: Buffer = aPng()): Promise<unknown> {
  const files = new Map([['original', await pictures.receive(Readable.from([bytes]))]]);
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

it('is stored without a format whose file is no picture', async () => {
  const format = (hash: string) => ({ hash, ext: '.png', width: 1, height: 1 });
  const item = anArchivedPicture({
    id: 31,
    hash: 'court_1',
    url: undefined,
    formats: { small: format('small_court_1'), thumbnail: format('thumbnail_court_1') },
  });
  const receive = (bytes: Buffer) => pictures.receive(Readable.from([bytes]));
  const files = new Map([
    ['original', await receive(aPng())],
    ['small', await receive(Buffer.from('cut off'))],
    ['thumbnail', await receive(aPng())],
  ]);
  expect(await createImportPicture({ store, pictures })({ item, files })).toEqual({
    imported: 1,
    unchanged: 0,
    skipped: [],
    notes: [{ id: 31, reason: 'format small is no png, jpeg, gif, webp or avif by its bytes: left out' }],
  });
  const doc = (await store.find(mediaCollection, 31))?.doc;
  expect(Object.keys(doc?.['formats'] as object)).toEqual(['thumbnail']);
});

describe('a document of an archive', () => {
  const aDocument = (id: number, hash: string, ext = '.pdf') =>
    anArchivedPicture({ id, hash, ext, mime: 'application/pdf', url: undefined });
  const imported = { imported: 1, unchanged: 0, skipped: [] };

  it('is stored apart from the pictures, with its address, and is unchanged the second time', async () => {
    expect(await take(aDocument(21, 'order_1'), aPdf())).toEqual(imported);
    expect(await take(aDocument(21, 'order_1'), aPdf())).toEqual({ imported: 0, unchanged: 1, skipped: [] });
    expect(await readdir(path.join(folder, 'documents'))).toEqual(['order_1.pdf']);
    expect(await stored()).not.toContain('order_1.pdf');
    expect((await store.find(mediaCollection, 21))?.doc).toMatchObject({
      url: '/uploads/order_1.pdf',
      mime: 'application/pdf',
      width: null,
      formats: null,
    });
  });

  it.each([
    ['a page', '.pdf', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a picture', '.pdf', aPng()],
    ['a page before a PDF', '.pdf', Buffer.concat([Buffer.from('<html>'), aPdf()])],
    ['a PDF that is cut off', '.pdf', aPdf().subarray(0, -30)],
    ['a PDF that is called a picture', '.png', aPdf()],
    ['a PDF that is called a text', '.docx', aPdf()],
  ])('is skipped when it is %s', async (_what, ext, bytes) => {
    expect(await take(aDocument(22, 'order_2', ext), bytes)).toEqual({
      imported: 0,
      unchanged: 0,
      skipped: [{ id: 22, reason: expect.any(String) }],
    });
    expect(await store.find(mediaCollection, 22)).toBeNull();
  });
});
