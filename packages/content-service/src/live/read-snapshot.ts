import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { ReadModel } from '@vidhi/content-engine';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import {
  FORMAT,
  FRAME_HEAD_BYTES,
  MAX_FRAME_BYTES,
  SnapshotError,
  type DocumentFrame,
  type Frame,
  type SnapshotHeader,
} from './snapshot-format.ts';

export interface SnapshotTarget {
  model: ReadModel;
  fingerprint: string;
  /** Receives each document; its long texts are references into the model's long-text store. */
  put: (name: string, document: StoredDocument, revision: number) => void;
  /** Receives the revision of each removed document. */
  putTombstone: (name: string, id: number, revision: number) => void;
}

interface ReadFrame {
  frame: Frame;
  /** Position of the frame's bytes in the file. */
  bytesAt: number;
  byteLength: number;
}

/**
 * Loads a snapshot into a model and resolves with its header. Long texts stay in the file, which the model keeps open.
 * Rejects with `SnapshotError`, after loading a part, when the snapshot is damaged, truncated, of another format or of
 * other declarations; and with the file system's error when there is none.
 */
export async function readSnapshot(path: string, target: SnapshotTarget): Promise<SnapshotHeader> {
  const file = openSync(path, 'r');
  let isAdopted = false;
  try {
    const frames = readFrames(file);
    const { value: first } = frames.next();
    const header = checkHeader(first?.frame, target.fingerprint);
    const referTo = target.model.longTexts.adopt(file);
    isAdopted = true;
    let count = 1;
    for (const read of frames) {
      const { frame } = read;
      if (frame.kind === 'end') {
        if (frame.frames !== count)
          throw new SnapshotError(`${frame.frames} frames announced, ${count} read`);
        return header;
      }
      count += 1;
      if (frame.kind === 'documents') putRows(frame, read.bytesAt, referTo, target);
      if (frame.kind === 'removed')
        for (const [id, revision] of frame.revisions) target.putTombstone(frame.name, id, revision);
      await yieldToEventLoop();
    }
    throw new SnapshotError('the end is missing');
  } finally {
    if (!isAdopted) closeSync(file);
  }
}

function checkHeader(frame: Frame | undefined, fingerprint: string): SnapshotHeader {
  if (frame?.kind !== 'header') throw new SnapshotError('there is no header');
  if (frame.format !== FORMAT) throw new SnapshotError(`the format is ${frame.format}, not ${FORMAT}`);
  if (frame.fingerprint !== fingerprint) throw new SnapshotError('the declarations or rules have changed');
  return frame;
}

function putRows(
  { name, rows }: DocumentFrame,
  bytesAt: number,
  referTo: (at: number, length: number) => unknown,
  { model, put }: SnapshotTarget,
): void {
  const textNames = model
    .store(name)
    .schema.columns.flatMap((column) => (column.longText ? [column.name] : []));
  let at = bytesAt;
  for (const [revision, document] of rows) {
    for (const textName of textNames) {
      const length = document[textName];
      if (typeof length !== 'number') continue;
      document[textName] = referTo(at, length);
      at += length;
    }
    put(name, document, revision);
  }
}

function* readFrames(file: number): Generator<ReadFrame, undefined> {
  const { size } = fstatSync(file);
  const head = Buffer.alloc(FRAME_HEAD_BYTES);
  let buffer = Buffer.allocUnsafe(8 * 1024 * 1024);
  for (let at = 0; at < size;) {
    readWhole(file, head, FRAME_HEAD_BYTES, at);
    const jsonLength = head.readUInt32LE(0);
    const byteLength = head.readUInt32LE(4);
    const length = jsonLength + byteLength;
    if (length > MAX_FRAME_BYTES || at + FRAME_HEAD_BYTES + length > size)
      throw new SnapshotError('it is cut short');
    if (buffer.length < length) buffer = Buffer.allocUnsafe(length);
    readWhole(file, buffer, length, at + FRAME_HEAD_BYTES);
    if (crc32(buffer.subarray(0, length)) !== head.readUInt32LE(8))
      throw new SnapshotError(`the checksum differs at ${at}`);
    const bytesAt = at + FRAME_HEAD_BYTES + jsonLength;
    yield { frame: JSON.parse(buffer.toString('utf8', 0, jsonLength)) as Frame, bytesAt, byteLength };
    at = bytesAt + byteLength;
  }
  return undefined;
}

function readWhole(file: number, into: Buffer, length: number, at: number): void {
  for (let done = 0; done < length;) {
    const count = readSync(file, into, done, length - done, at + done);
    if (count === 0) throw new SnapshotError('it is cut short');
    done += count;
  }
}
