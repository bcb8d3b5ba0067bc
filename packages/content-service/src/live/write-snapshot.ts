import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CollectionStore, ReadModel } from '@vidhi/content-engine';
import { isStoredText } from '@vidhi/content-engine/internal.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { EMPTY, frameHead, type DocumentFrame, type Frame, type SnapshotHeader } from './snapshot-format.ts';

/** Revisions by collection and id, of existing and removed documents. */
export type Revisions = ReadonlyMap<string, ReadonlyMap<number, number>>;

export interface SnapshotSource {
  model: ReadModel;
  revisions: Revisions;
  header: SnapshotHeader;
}

const ROWS_PER_FRAME = 200;

/**
 * Writes the model to a temporary file and renames it to `path` when it is complete, so that `path` is always a whole
 * snapshot: the previous one or this one. The model may change meanwhile: the positions of the header are older than any
 * change, so that replaying from there completes the snapshot. Yields to the event loop after every 200 documents.
 * @param write replaces the file write, for tests that fail at the n-th write.
 */
export async function writeSnapshot(
  path: string,
  source: SnapshotSource,
  write = (file: FileHandle, buffers: Buffer[]) => file.writev(buffers),
): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    let frames = 0;
    for (const [frame, bytes] of framesOf(source)) {
      const json = Buffer.from(JSON.stringify(frame));
      const buffers = [frameHead(json, bytes), json, bytes].filter(({ length }) => length > 0);
      await writeAll(file, buffers, write);
      frames += 1;
      await yieldToEventLoop();
    }
    const end = Buffer.from(JSON.stringify({ kind: 'end', frames } satisfies Frame));
    await writeAll(file, [frameHead(end, EMPTY), end], write);
    await file.datasync();
    await file.close();
    await rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeAll(
  file: FileHandle,
  buffers: Buffer[],
  write: (file: FileHandle, buffers: Buffer[]) => Promise<{ bytesWritten: number }>,
): Promise<void> {
  const total = buffers.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await write(file, buffers);
  if (bytesWritten < total) throw new Error(`only ${bytesWritten} of ${total} bytes were written`);
}

function* framesOf({ model, revisions, header }: SnapshotSource): Generator<[Frame, Buffer]> {
  yield [header, EMPTY];
  for (const name of model.schemas.keys()) {
    const store = model.store(name);
    const ofCollection = revisions.get(name) ?? new Map<number, number>();
    for (let from = 0; from < store.documents.length; from += ROWS_PER_FRAME)
      yield documentFrame(model, store, ofCollection, from);
    const removed = [...ofCollection].filter(([id]) => store.find(id) === undefined);
    if (removed.length > 0) yield [{ kind: 'removed', name, revisions: removed }, EMPTY];
  }
}

function documentFrame(
  model: ReadModel,
  store: CollectionStore,
  revisions: ReadonlyMap<number, number>,
  from: number,
): [DocumentFrame, Buffer] {
  const rows: DocumentFrame['rows'] = [];
  const texts: Buffer[] = [];
  for (const indexed of store.documents.slice(from, from + ROWS_PER_FRAME)) {
    if (indexed === undefined) continue;
    const document: StoredDocument = store.toStoredWithReferences(indexed);
    for (const { name, longText } of store.schema.columns) {
      const value = document[name];
      if (!longText || !isStoredText(value)) continue;
      const text = Buffer.allocUnsafe(value.length);
      model.longTexts.read(value, text, 0);
      texts.push(text);
      document[name] = value.length;
    }
    rows.push([revisions.get(indexed.id) ?? 0, document]);
  }
  return [{ kind: 'documents', name: store.schema.name, rows }, Buffer.concat(texts)];
}
