import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Schema } from '@vidhi/content-engine/internal.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** Grows with every change of what follows; a file of another format is ignored. */
export const FORMAT = 1;

export interface SnapshotHeader {
  kind: 'header';
  format: number;
  /** Of the declarations and rules that the documents were stored under. */
  fingerprint: string;
  /** When the model was last known to be up to date, in milliseconds since the epoch. */
  freshAt: number;
  /** Of the brokers that the positions belong to; null when none was ever reached. */
  clusterId: string | null;
  /** Offset of the next record of each topic, as text. */
  positions: Record<string, string>;
}

/** Documents with their revisions. In the place of a long text stands its length among the bytes of the frame. */
export interface DocumentFrame {
  kind: 'documents';
  name: string;
  rows: [revision: number, document: StoredDocument][];
}

/** Revisions of documents that are not in the model: older events about them are ignored. */
export interface RemovedFrame {
  kind: 'removed';
  name: string;
  revisions: [id: number, revision: number][];
}

export interface EndFrame {
  kind: 'end';
  frames: number;
}

export type Frame = SnapshotHeader | DocumentFrame | RemovedFrame | EndFrame;

/** Lengths of the JSON and of the bytes after it, and the CRC-32 of both. */
export const FRAME_HEAD_BYTES = 12;
export const MAX_FRAME_BYTES = 1024 * 1024 * 1024;

export const EMPTY = Buffer.alloc(0);

export function frameHead(json: Buffer, bytes: Buffer): Buffer {
  const head = Buffer.allocUnsafe(FRAME_HEAD_BYTES);
  head.writeUInt32LE(json.length, 0);
  head.writeUInt32LE(bytes.length, 4);
  head.writeUInt32LE(crc32(bytes, crc32(json)), 8);
  return head;
}

/** Thrown for a snapshot that cannot be used; its text is for the log. */
export class SnapshotError extends Error {}

/** Two models of the same fingerprint hold the same documents in the same form. */
export function fingerprintOf(schemas: ReadonlyMap<string, Schema>, rules: string): string {
  const declarations = [...schemas.values()].map(({ collection }) => collection);
  return createHash('sha256')
    .update(JSON.stringify([declarations, rules]))
    .digest('base64url');
}
