import type { Readable } from 'node:stream';
import type { PictureHeader } from './picture-header.ts';

/** A file that has arrived and has no address yet. */
export interface ReceivedPicture {
  sha256: string;
  bytes: number;
  /** Null when its bytes are no picture of an accepted kind. */
  header: PictureHeader | null;
  /** Gives it its address for good, in one step, durably. */
  place(address: string): Promise<void>;
  /** Removes it unless it was placed. */
  discard(): Promise<void>;
}

/** A stored file that is being read. */
export interface StoredPicture {
  bytes: number;
  mime: string;
  etag: string;
  modifiedAt: Date;
  /** The bytes from `start` to `end`, both included. Ends the use of this object. */
  read(start: number, end: number): Readable;
  close(): Promise<void>;
}

/** Where the bytes of pictures are: a folder, or later any object store. Addresses are plain file names. */
export interface PictureStore {
  receive(content: Readable): Promise<ReceivedPicture>;
  open(address: string): Promise<StoredPicture | null>;
  /** SHA-256 of what is stored there, or null. */
  contentHash(address: string): Promise<string | null>;
  /** Every file that is stored. */
  list(): AsyncIterable<{ address: string; modifiedAt: Date }>;
  remove(address: string): Promise<void>;
}
