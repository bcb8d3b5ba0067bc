import type { ContentStore } from '@vidhi/content-service/store/content-store.ts';
import { importBatch } from '@vidhi/content-service/import/import-batch.ts';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { ORIGINAL, addressesOf, readArchivedPicture, type ArchivedPicture } from './archived-picture.ts';
import { mediaCollection } from './media-collection.ts';
import type { PictureStore, ReceivedPicture } from './picture-store.ts';

const MOST_PIXELS = 100_000_000;
const HIGHEST_ID = 2 ** 31 - 1;

/** A picture of an archive with the files that came along, by `original` or the key of the format. */
export interface PictureImport {
  item: StoredDocument;
  files: ReadonlyMap<string, ReceivedPicture>;
}

export type ImportPicture = (picture: PictureImport) => Promise<ImportOutcome>;

interface ImportPictureDependencies {
  store: ContentStore;
  pictures: PictureStore;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Why these bytes cannot be taken, or null. */
function findFileProblem(part: string, { header }: ReceivedPicture): string | null {
  const what = part === ORIGINAL ? 'the picture' : `format ${part}`;
  if (header === null) return `${what} is no png, jpeg, gif, webp or avif by its bytes`;
  return header.width * header.height > MOST_PIXELS ? `${what} has over 100 million pixels` : null;
}

/** The object with the formats whose files came along, and the hashes of all files. */
function describe(item: StoredDocument, files: ReadonlyMap<string, ReceivedPicture>): StoredDocument {
  const formats = isObject(item['formats'])
    ? Object.fromEntries(Object.entries(item['formats']).filter(([key]) => files.has(key)))
    : null;
  const contents = Object.fromEntries([...files].map(([part, { sha256 }]) => [part, sha256]));
  return { ...item, formats, contents };
}

/**
 * Takes one picture out of an archive: its files first, then the object that names them. What it named before and names
 * no more stays: another picture may name it too, and what nobody names goes with the look at unnamed files.
 */
export function createImportPicture({ store, pictures }: ImportPictureDependencies): ImportPicture {
  const documents = () => store.documents(mediaCollection);

  async function findOwner(address: string, notId: number): Promise<number | null> {
    let owner: number | null = null;
    await store.each(mediaCollection, ({ doc }) => {
      if (doc.id !== notId && addressesOf(doc).includes(address)) owner = doc.id;
    });
    return owner;
  }

  /**
   * The files whose bytes are not there yet, or are there without `named` naming them: those are put there again,
   * before they go as what nobody names. Or why one of them cannot be put where it belongs.
   */
  async function planFiles(
    { item, addresses }: ArchivedPicture,
    files: ReadonlyMap<string, ReceivedPicture>,
    named: ReadonlySet<string>,
  ): Promise<{ missing: [string, ReceivedPicture][] } | { reason: string }> {
    const missing: [string, ReceivedPicture][] = [];
    for (const [part, file] of files) {
      const address = addresses.get(part);
      if (address === undefined) return { reason: `the file ${part} belongs to no format` };
      const present = await pictures.contentHash(address);
      if (present === file.sha256 && named.has(address)) continue;
      const owner = present === null || present === file.sha256 ? null : await findOwner(address, item.id);
      if (owner !== null) return { reason: `the address /uploads/${address} belongs to file ${owner}` };
      missing.push([address, file]);
    }
    return { missing };
  }

  function findProblem({ item, files }: PictureImport): string | null {
    if (!Number.isInteger(item.id) || item.id < 1 || item.id > HIGHEST_ID)
      return 'the id is no positive integer';
    if (!files.has(ORIGINAL)) return 'the picture itself is missing';
    for (const [part, file] of files) {
      const problem = findFileProblem(part, file);
      if (problem !== null) return problem;
    }
    return null;
  }

  async function importFit(archived: ArchivedPicture, files: PictureImport['files']): Promise<ImportOutcome> {
    const described = describe(archived.item, files);
    const existing = await documents().findOne({ _id: described.id }, { projection: { outbox: 0 } });
    const isKept = existing?.edited === true;
    const before = existing === null ? [] : addressesOf({ ...(existing as object), id: described.id });
    const planned = isKept ? { missing: [] } : await planFiles(archived, files, new Set(before));
    if ('reason' in planned) return skip(described.id, planned.reason);
    for (const [address, file] of planned.missing) await file.place(address);
    const outcome = await importBatch({
      store,
      collection: mediaCollection,
      items: [described],
      onWritten: () => undefined,
    });
    // The object was the same, but a file of it had been lost.
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
    const { item, files } = picture;
    const archived = readArchivedPicture(item);
    if ('reason' in archived) return skip(item.id, archived.reason);
    const problem = findProblem(picture);
    return problem === null ? importFit(archived, files) : skip(item.id, problem);
  };
}

/** Removes every picture with its files, as when the demo gives way to a site. */
export async function removeAllPictures({ store, pictures }: ImportPictureDependencies): Promise<void> {
  const all: StoredDocument[] = [];
  await store.each(mediaCollection, ({ doc }) => void all.push(doc));
  for (const doc of all) {
    await store.remove(mediaCollection, doc.id, false);
    for (const address of addressesOf(doc)) await pictures.remove(address);
  }
}
