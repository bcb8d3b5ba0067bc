import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ContentWrites, Revised } from '@vidhi/content-service/store/content-store.ts';
import { applicationError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createWorkGate } from '@vidhi/service-kit/work-gate.ts';
import type { CleanFile, CleanPicture } from './clean-messages.ts';
import type { CleanPictureBytes } from './clean-in-process.ts';
import { ORIGINAL, type Address } from './archived-picture.ts';
import type { FileInfo } from './file-info.ts';
import { extensionOf, readFileName, slugOf } from './file-name.ts';
import { mediaCollection } from './media-collection.ts';
import { sniffMime } from './picture-header.ts';
import type { PictureStore, ReceivedPicture } from './picture-store.ts';

/** At once; each takes up to 256 MB. */
const MOST_CLEANING = 2;
/** Uploads that wait for their turn; more are asked to come again. */
const MOST_WAITING = 32;
const BUSY_SECONDS = 5;
const HASH_DIGITS = 20;

const KINDS = {
  png: { mime: 'image/png', ext: '.png', accepts: /^\.png$/i },
  jpeg: { mime: 'image/jpeg', ext: '.jpg', accepts: /^\.jpe?g$/i },
  gif: { mime: 'image/gif', ext: '.gif', accepts: /^\.gif$/i },
} as const;
const TAKEN_TYPES: readonly (string | null)[] = Object.values(KINDS).map(({ mime }) => mime);

/** A picture that was made anew and waits for the rest of its request. */
export interface HeldPicture {
  name: string;
  picture: CleanPicture;
}

/** A received file of an answered or broken-off request leaves nothing; only `store` makes it stay. */
export interface UploadPictures {
  /** Refuses what is no picture that is taken. */
  clean(file: { name: string; bytes: Buffer }, signal: AbortSignal): Promise<HeldPicture>;
  /** Keeps all of them, in order, as one account's. */
  store(held: readonly HeldPicture[], infos: readonly FileInfo[], userId: number): Promise<StoredDocument[]>;
}

interface UploadPicturesDependencies {
  store: Pick<ContentWrites, 'create'>;
  pictures: Pick<PictureStore, 'receive'>;
  clean: CleanPictureBytes;
  /** So that whoever uploaded a picture can name it at once. */
  onStored: (stored: Revised) => void;
}

const kilobytes = (bytes: number): number => Math.round(bytes / 10) / 100;

/** The digits stand for the bytes of all files, so that an address never gets others. */
function digitsOf({ original, formats }: CleanPicture): string {
  const hash = createHash('sha256').update(original.bytes);
  for (const [key, { bytes }] of formats) hash.update(key).update(bytes);
  return hash.digest('hex').slice(0, HASH_DIGITS);
}

function describePicture({ name: fileName, picture }: HeldPicture, info: FileInfo) {
  const { mime, ext: usualExt, accepts } = KINDS[picture.kind];
  const name = readFileName(info.name ?? fileName);
  const given = extensionOf(fileName);
  const ext = accepts.test(given) ? given : usualExt;
  const hash = `${slugOf(name)}_${digitsOf(picture)}`;
  const files: [part: string, address: Address, file: CleanFile][] = [
    [ORIGINAL, `${hash}${ext}`, picture.original],
  ];
  const formats: Record<string, unknown> = {};
  for (const [key, file] of picture.formats) {
    const { width, height, bytes } = file;
    const address = `${key}_${hash}${ext}`;
    files.push([key, address, file]);
    formats[key] = {
      name: `${key}_${name}`,
      hash: `${key}_${hash}`,
      ext,
      mime,
      path: null,
      width,
      height,
      size: kilobytes(bytes.length),
      sizeInBytes: bytes.length,
      url: `/uploads/${address}`,
    };
  }
  const { width, height, bytes } = picture.original;
  const values = {
    name,
    alternativeText: info.alternativeText ?? null,
    caption: info.caption ?? null,
    width,
    height,
    formats: picture.formats.length === 0 ? null : formats,
    hash,
    ext,
    mime,
    size: kilobytes(bytes.length),
    url: `/uploads/${hash}${ext}`,
    previewUrl: null,
    provider: 'local',
    provider_metadata: null,
    folderPath: '/',
  };
  return { values, files };
}

export function createUploadPictures(dependencies: UploadPicturesDependencies): UploadPictures {
  const { store, pictures, clean, onStored } = dependencies;
  const turns = createWorkGate(MOST_CLEANING, MOST_WAITING, { retryAfterSeconds: BUSY_SECONDS });

  async function storeOne(held: HeldPicture, info: FileInfo, userId: number): Promise<StoredDocument> {
    const { values, files } = describePicture(held, info);
    const received: [string, Address, ReceivedPicture][] = [];
    try {
      for (const [part, address, { bytes }] of files)
        received.push([part, address, await pictures.receive(Readable.from([Buffer.from(bytes)]))]);
      for (const [, address, file] of received) await file.place(address);
    } finally {
      for (const [, , file] of received) await file.discard();
    }
    const contents = Object.fromEntries(received.map(([part, , { sha256 }]) => [part, sha256]));
    const stored = await store.create(mediaCollection, { ...values, contents, uploadedBy: userId });
    onStored(stored);
    return stored.doc;
  }

  return {
    async clean({ name, bytes }, signal) {
      const fileName = readFileName(name);
      if (!TAKEN_TYPES.includes(sniffMime(bytes)))
        throw applicationError(`${fileName} is not a valid image: only PNG, JPEG and GIF are taken`);
      const outcome = await turns.run(() => clean(bytes, signal));
      if (outcome.kind === 'refused')
        throw applicationError(`${fileName} is not a valid image: ${outcome.reason}`);
      return { name: fileName, picture: outcome.picture };
    },
    async store(held, infos, userId) {
      // All names are read before the first picture is kept.
      const named = held.map((each, index) => [each, infos[index] ?? {}] as const);
      for (const [each, info] of named) readFileName(info.name ?? each.name);
      const stored: StoredDocument[] = [];
      for (const [each, info] of named) stored.push(await storeOne(each, info, userId));
      return stored;
    },
  };
}
