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
import { PDF_MIME } from '../files/pdf-file.ts';
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

/** A received document, on disk until it is stored or discarded. */
export interface PendingDocument {
  name: string;
  document: ReceivedPicture;
}

/** Checked by its content, and not stored yet. */
export type PendingFile = PendingPicture | PendingDocument;

/** The account that uploads. */
export interface PictureUploader {
  userId: number;
  role: number;
  via: Channel;
  /** Set for the owner of a registration ticket, whose account is not confirmed yet. */
  ticketId?: string;
}

/** No document is written before `store`, so an aborted or rejected request leaves nothing behind once its files are discarded. */
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
  /**
   * Receives a PDF of staff. Throws an application error when the bytes are not one complete PDF. After the last byte
   * it throws the error of `findProblem`, if that returns one.
   */
  receiveDocument(
    file: { name: string; content: Readable },
    findProblem: () => Error | null,
  ): Promise<PendingDocument>;
  /** Stores the files in this order, as uploads of one account. */
  store(
    pending: readonly PendingFile[],
    infos: readonly FileInfo[],
    uploader: PictureUploader,
  ): Promise<StoredDocument[]>;
  /** Deletes the temporary files of what has not been stored. */
  discard(pending: readonly PendingFile[]): Promise<void>;
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

type ReceivedFiles = [part: string, address: Address, file: ReceivedPicture][];

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

function describeDocument({ name: fileName, document }: PendingDocument, info: FileInfo) {
  const name = readFileName(info.name ?? fileName);
  const hash = `${slugOf(name, 'document')}_${document.sha256.slice(0, HASH_DIGITS)}`;
  const ext = '.pdf';
  const values = {
    name,
    alternativeText: info.alternativeText ?? null,
    caption: info.caption ?? null,
    width: null,
    height: null,
    formats: null,
    hash,
    ext,
    mime: PDF_MIME,
    size: kilobytes(document.bytes),
    url: `/uploads/${hash}${ext}`,
    previewUrl: null,
    provider: 'local',
    provider_metadata: null,
    credit: info.credit ?? null,
    folderPath: readFolder(info.folder ?? ROOT_FOLDER),
  };
  return { values, address: `${hash}${ext}` };
}

export function createUploadPictures(dependencies: UploadPicturesDependencies): UploadPictures {
  const { store, pictures, sanitize, withLock, onStored } = dependencies;
  const gate = createConcurrencyLimiter(MAX_PROCESSES, MAX_WAITING, { retryAfterSeconds: BUSY_SECONDS });

  /** Receives the files of a picture; appends each to `received`, also when a later one fails. */
  async function describe(pending: PendingFile, info: FileInfo, received: ReceivedFiles): Promise<object> {
    if ('document' in pending) {
      const { values, address } = describeDocument(pending, info);
      received.push([ORIGINAL, address, pending.document]);
      return values;
    }
    const { values, files } = describePicture(pending, info);
    for (const [part, address, { bytes }] of files)
      received.push([part, address, await pictures.receive(Readable.from([Buffer.from(bytes)]))]);
    return values;
  }

  async function storeOne(
    pending: PendingFile,
    info: FileInfo,
    { userId, role, ticketId, via }: PictureUploader,
  ): Promise<StoredDocument> {
    const received: ReceivedFiles = [];
    try {
      const values = await describe(pending, info, received);
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
    async receiveDocument({ name, content }, findProblem) {
      const fileName = readFileName(name);
      const document = await pictures.receive(content);
      const problem =
        findProblem() ??
        (document.isDocument ? null : applicationError(`${fileName} is not a valid PDF, or it is cut off`));
      if (problem === null) return { name: fileName, document };
      await document.discard();
      throw problem;
    },
    async discard(pending) {
      for (const each of pending) if ('document' in each) await each.document.discard();
    },
    async store(pending, infos, uploader) {
      // Validates all names before the first file is stored.
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
