import type { FastifyRequest } from 'fastify';
import type { RowResult } from '@vidhi/contracts/book-batches.ts';
import type { BatchRow } from '@vidhi/contracts/book-import.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createMutex, type Collection } from '@vidhi/content-engine';
import type { ContentWriter } from '@vidhi/content-service';
import type { Batch, BatchStore, StoredRow } from './batch-store.ts';

type Patch = Parameters<ContentWriter['update']>[2];

/** Kind of documents that batches change. */
export interface BatchTarget<Values> {
  collection: Collection;
  /** Message of a row whose document is gone. */
  missing: string;
  /** Returns the name of the document that a row is about. */
  titleOf(row: BatchRow<Values>): string;
  /** Stores a row. Rejects with a `WireError` for one that is not written. */
  store(row: BatchRow<Values>, context: RowContext): Promise<Partial<StoredRow>>;
  /** Returns former values as the writer takes them. */
  patchOf(values: Readonly<Record<string, unknown>>, id: number): Patch;
  /** Throws a `WireError` for a document of which a row is not undone. */
  requireUndoable?: (current: StoredDocument) => void;
  /** Follows a row that was written. Resolves with a message where something of it was not done. */
  onWritten?: (row: Partial<StoredRow>, batch: Batch, request: FastifyRequest) => Promise<string | undefined>;
  /** Follows a row that was undone. */
  onUndone?: (row: StoredRow, batch: Batch, request: FastifyRequest) => Promise<void>;
}

/** Context of the writes of a row. */
interface RowContext {
  request: FastifyRequest;
  audience: 'staff';
  audit: { action: string; reason: string };
}

export interface WriteBatchesOptions<Values> {
  writer: Pick<ContentWriter, 'update' | 'remove'>;
  batches: BatchStore;
  target: BatchTarget<Values>;
  now?: () => Date;
}

export interface WriteBatches<Values> {
  /** Writes a row once, and resolves with its result however often it is called. */
  writeRow(request: FastifyRequest, batch: Batch, row: BatchRow<Values>): Promise<RowResult>;
  /** Undoes a row. A document that was changed since stays as it is. */
  undoRow(request: FastifyRequest, batch: Batch, row: StoredRow): Promise<RowResult>;
}

/** After this time, a row that is being written is taken as interrupted. */
const STALE_MS = 120_000;
const INTERRUPTED = 'Interrupted while it was written. Preview the file again to see whether it was stored';
const BUSY = 'Another request is writing this row';
const ACTIONS = { import: 'import', prices: 'price_change', profiles: 'import' } as const;

export const toResult = ({ row, book, title, state, message }: StoredRow): RowResult => ({
  row,
  id: book,
  title,
  state: state === 'writing' ? 'interrupted' : state,
  message: state === 'writing' ? BUSY : (message ?? null),
});

/** Returns the message of a rejected write. Throws every other error: nobody knows what was stored then. */
function messageOf(error: unknown, missing: string): string {
  if (!(error instanceof WireError) || error.status >= 500) throw error;
  const { details } = error;
  const messages = Array.isArray(details?.['errors'])
    ? details['errors'].map((one: { message?: unknown }) => String(one.message))
    : [];
  if (error.status === 412) return 'Changed by somebody since: left as it is';
  if (error.status === 404) return missing;
  return messages.length > 0 ? messages.join('. ') : error.message;
}

/** Returns these values of a document, as rows store them. */
export const pickValues = (doc: StoredDocument, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, doc[name] ?? null]));
const isSame = (doc: StoredDocument, values: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(values).every(
    ([name, value]) => JSON.stringify(doc[name] ?? null) === JSON.stringify(value),
  );

/** Thrown for a document that has its former values already. */
class UndoneError extends Error {}

/** Creates what writes and undoes rows, one after the other within this process. */
export function createWriteBatches<Values>(options: WriteBatchesOptions<Values>): WriteBatches<Values> {
  const { writer, batches, target, now = () => new Date() } = options;
  const { collection, requireUndoable = () => undefined } = target;
  const withLock = createMutex();

  async function store(
    request: FastifyRequest,
    batch: Batch,
    row: BatchRow<Values>,
  ): Promise<Partial<StoredRow>> {
    const audit = { action: ACTIONS[batch.kind], reason: `${batch.label}, row ${row.row}` };
    const stored = await target.store(row, { request, audience: 'staff', audit });
    const message = await target.onWritten?.(stored, batch, request);
    return message === undefined ? stored : { ...stored, message };
  }

  async function undo(request: FastifyRequest, batch: Batch, row: StoredRow): Promise<Partial<StoredRow>> {
    const context = {
      request,
      audience: 'staff' as const,
      audit: { action: 'undo', reason: `${batch.label}, row ${row.row}` },
    };
    const { book, before, after, edited } = row;
    if (book === null) return { state: 'left', message: target.missing };
    if (row.creates) {
      const edit = edited === undefined ? {} : { edit: { ifEdited: [edited] } };
      await writer.remove(collection, book, { ...context, ...edit, requireCurrent: requireUndoable });
      return { state: 'undone' };
    }
    const patch = target.patchOf(before ?? {}, book);
    await writer.update(collection, book, patch, {
      ...context,
      requireCurrent(current) {
        requireUndoable(current);
        if (isSame(current, before ?? {})) throw new UndoneError();
        if (!isSame(current, after ?? {}))
          throw new WireError(409, 'ConflictError', 'Changed by somebody since: left as it is');
      },
    });
    return { state: 'undone' };
  }

  return {
    writeRow: async (request, batch, row) =>
      withLock(async () => {
        const claimed = {
          row: row.row,
          at: now(),
          title: target.titleOf(row),
          book: row.id,
          creates: row.id === null,
        };
        const earlier = await batches.claim(batch.key, claimed);
        if (earlier?.state === 'writing' && now().getTime() - earlier.at.getTime() > STALE_MS) {
          const outcome = { state: 'interrupted' as const, message: INTERRUPTED };
          await batches.finish(batch.key, row.row, 'writing', outcome);
          return toResult({ ...earlier, ...outcome });
        }
        if (earlier !== null) return toResult(earlier);
        const outcome = await store(request, batch, row).catch((error: unknown): Partial<StoredRow> => ({
          state: 'failed',
          message: messageOf(error, target.missing),
        }));
        await batches.finish(batch.key, row.row, 'writing', outcome);
        return toResult({ ...claimed, state: 'failed', ...outcome });
      }),
    undoRow: async (request, batch, row) =>
      withLock(async () => {
        const outcome = await undo(request, batch, row).catch((error: unknown) =>
          error instanceof UndoneError
            ? { state: 'undone' as const }
            : { state: 'left' as const, message: messageOf(error, target.missing) },
        );
        if (outcome.state === 'undone') await target.onUndone?.(row, batch, request);
        await batches.finish(batch.key, row.row, row.state, outcome);
        return toResult({ ...row, ...outcome });
      }),
  };
}
