import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Schema } from '@vidhi/content-engine/internal.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** Version of the file format: increment with every change of it. A file of another format is ignored. */
export const FORMAT = 1;

export interface SnapshotHeader {
  kind: 'header';
  format: number;
  /** Hash of the declarations and rules that the documents were stored under. */
  fingerprint: string;
  /** Time at which the model was last known to be up to date, in milliseconds since the Unix epoch. */
  freshAt: number;
  /** Id of the cluster that the positions belong to; null if no broker was ever reached. */
  clusterId: string | null;
  /** Offset of the next record of each topic, as a string. */
  positions: Record<string, string>;
}

/** Documents with their revisions. A long text is replaced by its length in bytes; the bytes of all follow the JSON. */
export interface DocumentFrame {
  kind: 'documents';
  name: string;
  rows: [revision: number, document: StoredDocument][];
}

/** Revisions of removed documents, so that older events about them are ignored. */
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

/** Each frame starts with three 32-bit little-endian numbers: length of the JSON, length of the bytes, CRC-32 of both. */
export const FRAME_HEAD_BYTES = 12;
export const MAX_FRAME_BYTES = 1024 * 1024 * 1024;

export const EMPTY = Buffer.alloc(0);

/** Returns the first FRAME_HEAD_BYTES of a frame. */
export function frameHead(json: Buffer, bytes: Buffer): Buffer {
  const head = Buffer.allocUnsafe(FRAME_HEAD_BYTES);
  head.writeUInt32LE(json.length, 0);
  head.writeUInt32LE(bytes.length, 4);
  head.writeUInt32LE(crc32(bytes, crc32(json)), 8);
  return head;
}

/** Thrown for an unusable snapshot. The message is for the log. */
export class SnapshotError extends Error {}

/** Hash of the declarations and rules: a snapshot can be loaded only by a model with the same fingerprint. */
export function fingerprintOf(schemas: ReadonlyMap<string, Schema>, rules: string): string {
  const declarations = [...schemas.values()].map(({ collection }) => collection);
  return createHash('sha256')
    .update(JSON.stringify([declarations, rules]))
    .digest('base64url');
}
