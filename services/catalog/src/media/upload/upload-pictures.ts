import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ContentWrites, Revised } from '@vidhi/content-service/store.ts';
import type { Channel } from '@vidhi/contracts/actor.ts';
import { applicationError } from '@vidhi/contracts/errors.ts';
import { isStaff } from '@vidhi/contracts/roles.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createConcurrencyLimiter } from '@vidhi/service-kit/concurrency-limiter.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { EncodedFile, SanitizedImage } from './sanitize-image-messages.ts';
import type { SanitizeImage } from './sanitize-image.ts';
import { ORIGINAL, type Address } from '../files/archived-picture.ts';
import type { FileInfo } from './file-info.ts';
import { extensionOf, readFileName, slugOf } from '../file-name.ts';
import { ROOT_FOLDER, readFolder } from '../folder.ts';
import { mediaCollection } from '../media-collection.ts';
import { sniffMime } from '../files/picture-header.ts';
import type { PictureStore, ReceivedPicture } from '../files/picture-store.ts';

/** Concurrent sanitizing processes; each takes up to 256 MB. */
const MAX_PROCESSES = 2;
/** Queue length, of staff and of others each; further uploads get 503 with `Retry-After`. */
const MAX_WAITING = 32;
const BUSY_SECONDS = 5;
const HASH_DIGITS = 20;

const KINDS = {
  png: { mime: 'image/png', ext: '.png', accepts: /^\.png$/i },
  jpeg: { mime: 'image/jpeg', ext: '.jpg', accepts: /^\.jpe?g$/i },
  gif: { mime: 'image/gif', ext: '.gif', accepts: /^\.gif$/i },
} as const;
const ACCEPTED_TYPES: readonly (string | null)[] = Object.values(KINDS).map(({ mime }) => mime);

/** A sanitized picture, held in memory until its whole request has been read. */
export interface PendingPicture {
  name: string;
  picture: SanitizedImage;
}

/** The account that uploads. */
export interface PictureUploader {
  userId: number;
  role: number;
  via: Channel;
  /** Set for the owner of a registration ticket, whose account is not confirmed yet. */
  ticketId?: string;
}

/** Nothing is persisted before `store`, so an aborted or rejected request leaves nothing behind. */
export interface UploadPictures {
  /**
   * Throws an application error when the file is not an accepted image, and 503 when too many wait. Staff wait in a
   * queue of their own.
   */
  sanitize(
    file: { name: string; bytes: Buffer },
    uploader: Pick<PictureUploader, 'role'>,
    signal: AbortSignal,
  ): Promise<PendingPicture>;
  /** Stores the pictures in this order, as uploads of one account. */
  store(
    pending: readonly PendingPicture[],
    infos: readonly FileInfo[],
    uploader: PictureUploader,
  ): Promise<StoredDocument[]>;
}

interface UploadPicturesDependencies {
  store: Pick<ContentWrites, 'create'>;
  pictures: Pick<PictureStore, 'receive'>;
  sanitize: SanitizeImage;
  /** Held while files and their document are stored: see `remove-picture.ts`. */
  withLock: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Called before the response is sent, so that the client can reference the picture at once. */
  onStored: (stored: Revised) => void | Promise<void>;
}

const kilobytes = (bytes: number): number => Math.round(bytes / 10) / 100;

/** Hash over the bytes of all files, so that a storage key always holds the same bytes. */
function contentDigits({ original, formats }: SanitizedImage): string {
  const hash = createHash('sha256').update(original.bytes);
  for (const [key, { bytes }] of formats) hash.update(key).update(bytes);
  return hash.digest('hex').slice(0, HASH_DIGITS);
}

function describePicture({ name: fileName, picture }: PendingPicture, info: FileInfo) {
  const { mime, ext: defaultExt, accepts } = KINDS[picture.kind];
  const name = readFileName(info.name ?? fileName);
  const extension = extensionOf(fileName);
  const ext = accepts.test(extension) ? extension : defaultExt;
  const hash = `${slugOf(name)}_${contentDigits(picture)}`;
  const files: [part: string, address: Address, file: EncodedFile][] = [
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
    credit: info.credit ?? null,
    folderPath: readFolder(info.folder ?? ROOT_FOLDER),
  };
  return { values, files };
}

export function createUploadPictures(dependencies: UploadPicturesDependencies): UploadPictures {
  const { store, pictures, sanitize, withLock, onStored } = dependencies;
  const gate = createConcurrencyLimiter(MAX_PROCESSES, MAX_WAITING, { retryAfterSeconds: BUSY_SECONDS });

  async function storeOne(
    pending: PendingPicture,
    info: FileInfo,
    { userId, role, ticketId, via }: PictureUploader,
  ): Promise<StoredDocument> {
    const { values, files } = describePicture(pending, info);
    const received: [string, Address, ReceivedPicture][] = [];
    try {
      for (const [part, address, { bytes }] of files)
        received.push([part, address, await pictures.receive(Readable.from([Buffer.from(bytes)]))]);
      const contents = Object.fromEntries(received.map(([part, , { sha256 }]) => [part, sha256]));
      const stored = await withLock(async () => {
        for (const [, address, file] of received) await file.place(address);
        failPoint('catalog.picture-placed');
        const described = {
          ...values,
          contents,
          uploadedBy: userId,
          isMembers: !isStaff(role),
          isRegistrants: ticketId !== undefined,
        };
        return store.create(mediaCollection, described, { actor: { id: userId, role, via } });
      });
      failPoint('catalog.picture-stored');
      await onStored(stored);
      return stored.doc;
    } finally {
      for (const [, , file] of received) await file.discard();
    }
  }

  return {
    async sanitize({ name, bytes }, { role }, signal) {
      const fileName = readFileName(name);
      if (!ACCEPTED_TYPES.includes(sniffMime(bytes)))
        throw applicationError(`${fileName} is not a valid image: only PNG, JPEG and GIF are taken`);
      const outcome = await gate.run(() => sanitize(bytes, signal), isStaff(role) ? 'reserved' : 'ordinary');
      if (outcome.kind === 'rejected')
        throw applicationError(`${fileName} is not a valid image: ${outcome.reason}`);
      return { name: fileName, picture: outcome.picture };
    },
    async store(pending, infos, uploader) {
      // Validates all names before the first picture is stored.
      const withInfo = pending.map((each, index) => [each, infos[index] ?? {}] as const);
      for (const [each, info] of withInfo) {
        readFileName(info.name ?? each.name);
        readFolder(info.folder ?? ROOT_FOLDER);
      }
      const stored: StoredDocument[] = [];
      for (const [each, info] of withInfo) stored.push(await storeOne(each, info, uploader));
      return stored;
    },
  };
}
