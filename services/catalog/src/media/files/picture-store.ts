import type { Readable } from 'node:stream';
import type { PictureHeader } from './picture-header.ts';

/** A fully received file that is not stored under a key yet. */
export interface ReceivedPicture {
  sha256: string;
  bytes: number;
  /** Null when the bytes are not an image of an accepted type. */
  header: PictureHeader | null;
  /** Whether the bytes are a PDF. */
  isDocument: boolean;
  /** Stores it under this key, atomically and durably; replaces an existing file. */
  place(address: string): Promise<void>;
  /** Deletes the temporary file; no effect after `place`. */
  discard(): Promise<void>;
}

/** An opened file. Call `read` or `close` exactly once. */
export interface StoredPicture {
  bytes: number;
  mime: string;
  etag: string;
  modifiedAt: Date;
  /** Streams the bytes from `start` to `end`, both inclusive, and closes the file afterwards. */
  read(start: number, end: number): Readable;
  close(): Promise<void>;
}

/** Folders, or second segments of keys, of a store. */
export interface StoreFolders {
  pictures: string;
  /** Folder of the files whose address ends in `.pdf`; null where the store has none. */
  documents: string | null;
}

export const UPLOADS: StoreFolders = { pictures: 'uploads', documents: 'documents' };
/** Evidence of profiles: no public route serves it. */
export const EVIDENCE_FILES: StoreFolders = { pictures: 'evidence', documents: 'evidence-documents' };
export const VARIANTS: StoreFolders = { pictures: 'variants', documents: null };

/**
 * Stores pictures and documents in folders or an S3 bucket. An `address` is the storage key: a plain file name. Those that end
 * in `.pdf` are documents, apart from the pictures.
 */
export interface PictureStore {
  receive(content: Readable): Promise<ReceivedPicture>;
  open(address: string): Promise<StoredPicture | null>;
  /** SHA-256 of the stored file, or null when there is none. */
  contentHash(address: string): Promise<string | null>;
  /** Lists all stored files. */
  list(): AsyncIterable<{ address: string; modifiedAt: Date }>;
  remove(address: string): Promise<void>;
}
