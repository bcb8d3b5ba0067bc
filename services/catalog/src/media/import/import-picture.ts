import type { ContentStore, Revised } from '@vidhi/content-service/store.ts';
import { importBatch } from '@vidhi/content-service/import.ts';
import { COMMAND } from '@vidhi/contracts/actor.ts';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import {
  ORIGINAL,
  addressesOf,
  readArchivedPicture,
  type ArchivedPicture,
} from '../files/archived-picture.ts';
import { mediaCollection } from '../media-collection.ts';
import { isDocumentAddress } from '../files/pdf-file.ts';
import type { PictureStore, ReceivedPicture } from '../files/picture-store.ts';

const MAX_PIXELS = 100_000_000;
const MAX_ID = 2 ** 31 - 1;

/** One file object of an archive with the received files, by `original` or format key. */
export interface PictureImport {
  item: StoredDocument;
  files: ReadonlyMap<string, ReceivedPicture>;
  /** Checks only: no file and no document is written. */
  dryRun?: boolean;
}

export type ImportPicture = (picture: PictureImport) => Promise<ImportOutcome>;

interface ImportPictureDependencies {
  store: ContentStore;
  pictures: PictureStore;
  onWritten?: (written: Revised) => void;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns why a received file is rejected, or null. */
function findFileProblem(part: string, { header, isDocument }: ReceivedPicture, ext: unknown): string | null {
  if (isDocumentAddress(String(ext))) return isDocument ? null : 'the document is no PDF by its bytes';
  const what = part === ORIGINAL ? 'the picture' : `format ${part}`;
  if (header === null) return `${what} is no png, jpeg, gif, webp or avif by its bytes`;
  return header.width * header.height > MAX_PIXELS ? `${what} has over 100 million pixels` : null;
}

/** Returns the files without the formats that are rejected, whose reasons become notes. */
function withoutBadFormats({ item, files }: PictureImport) {
  const notes: { id: number; reason: string }[] = [];
  const good = [...files].filter(([part, file]) => {
    const problem = part === ORIGINAL ? null : findFileProblem(part, file, item['ext']);
    if (problem !== null) notes.push({ id: item.id, reason: `${problem}: left out` });
    return problem === null;
  });
  return { files: new Map(good), notes };
}

/** Returns the item with only the formats whose files were received, and the SHA-256 of every file. */
function describe(item: StoredDocument, files: ReadonlyMap<string, ReceivedPicture>): StoredDocument {
  const formats = isObject(item['formats'])
    ? Object.fromEntries(Object.entries(item['formats']).filter(([key]) => files.has(key)))
    : null;
  const contents = Object.fromEntries([...files].map(([part, { sha256 }]) => [part, sha256]));
  return { ...item, formats, contents };
}

/**
 * Imports one picture: stores its files first, then writes the document that references them. Files that only the
 * previous version referenced are not deleted here, since another picture may share them; the sweep of
 * `unreferenced-files.ts` deletes them when none does.
 */
export function createImportPicture(dependencies: ImportPictureDependencies): ImportPicture {
  const { store, pictures, onWritten = () => undefined } = dependencies;
  const documents = () => store.documents(mediaCollection);

  async function findOwner(address: string, exceptId: number): Promise<number | null> {
    let owner: number | null = null;
    await store.each(mediaCollection, ({ doc }) => {
      if (doc.id !== exceptId && addressesOf(doc).includes(address)) owner = doc.id;
    });
    return owner;
  }

  /**
   * Returns the files to store: those that are not stored, and those that are stored but not in `referenced`: writing
   * the latter renews their modification time, before the sweep of unreferenced files deletes them. Returns a reason
   * when a key belongs to another file.
   */
  async function planFiles(
    { item, addresses }: ArchivedPicture,
    files: ReadonlyMap<string, ReceivedPicture>,
    referenced: ReadonlySet<string>,
  ): Promise<{ missing: [string, ReceivedPicture][] } | { reason: string }> {
    const missing: [string, ReceivedPicture][] = [];
    for (const [part, file] of files) {
      const address = addresses.get(part);
      if (address === undefined) return { reason: `the file ${part} belongs to no format` };
      const present = await pictures.contentHash(address);
      if (present === file.sha256 && referenced.has(address)) continue;
      const owner = present === null || present === file.sha256 ? null : await findOwner(address, item.id);
      if (owner !== null) return { reason: `the address /uploads/${address} belongs to file ${owner}` };
      missing.push([address, file]);
    }
    return { missing };
  }

  function findProblem({ item, files }: PictureImport): string | null {
    if (!Number.isInteger(item.id) || item.id < 1 || item.id > MAX_ID) return 'the id is no positive integer';
    const original = files.get(ORIGINAL);
    return original === undefined
      ? 'the picture itself is missing'
      : findFileProblem(ORIGINAL, original, item['ext']);
  }

  async function importValid(
    archived: ArchivedPicture,
    { files, dryRun = false }: PictureImport,
  ): Promise<ImportOutcome> {
    const described = describe(archived.item, files);
    const existing = await documents().findOne({ _id: described.id }, { projection: { outbox: 0 } });
    const isEdited = existing?.edited === true;
    const before = existing === null ? [] : addressesOf({ ...(existing as object), id: described.id });
    const planned = isEdited ? { missing: [] } : await planFiles(archived, files, new Set(before));
    if ('reason' in planned) return skip(described.id, planned.reason);
    if (!dryRun) for (const [address, file] of planned.missing) await file.place(address);
    const outcome = await importBatch({
      store,
      collection: mediaCollection,
      items: [described],
      dryRun,
      onWritten,
    });
    // The document is unchanged, but one of its files was missing and has been restored.
    if (outcome.unchanged === 1 && planned.missing.length > 0)
      return { imported: 1, unchanged: 0, skipped: [] };
    return outcome;
  }

  const skip = (id: number, reason: string): ImportOutcome => ({
    imported: 0,
    unchanged: 0,
    skipped: [{ id, reason }],
  });

  return async (picture) => {
    const { item } = picture;
    const archived = readArchivedPicture(item);
    if ('reason' in archived) return skip(item.id, archived.reason);
    const problem = findProblem(picture);
    if (problem !== null) return skip(item.id, problem);
    const { files, notes } = withoutBadFormats(picture);
    const outcome = await importValid(archived, { ...picture, files });
    return notes.length === 0 ? outcome : { ...outcome, notes };
  };
}

/** Deletes every picture with its files; used when the first import replaces the demo content. */
export async function removeAllPictures({
  store,
  pictures,
}: Pick<ImportPictureDependencies, 'store' | 'pictures'>): Promise<void> {
  const all: StoredDocument[] = [];
  await store.each(mediaCollection, ({ doc }) => void all.push(doc));
  for (const doc of all) {
    await store.remove(mediaCollection, doc.id, { edited: false, actor: COMMAND });
    for (const address of addressesOf(doc)) await pictures.remove(address);
  }
}
