import type { FastifyRequest } from 'fastify';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import type { RowResult } from '@vidhi/contracts/book-batches.ts';
import type { BatchRow } from '@vidhi/contracts/book-import.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createMutex, documentsOf, validateWrite, type ReadModel } from '@vidhi/content-engine';
import type { ContentWriter } from '@vidhi/content-service';
import type { Batch, BatchStore, StoredRow } from './batch-store.ts';
import { attributesOf, requireBefore, requireNew } from './row-values.ts';

export interface WriteBatchesOptions {
  live: { model: ReadModel };
  writer: ContentWriter;
  batches: BatchStore;
  now?: () => Date;
}

export interface WriteBatches {
  /** Writes a row once, and resolves with its result however often it is called. */
  writeRow(request: FastifyRequest, batch: Batch, row: BatchRow): Promise<RowResult>;
  /** Undoes a row. A book that was changed since stays as it is. */
  undoRow(request: FastifyRequest, batch: Batch, row: StoredRow): Promise<RowResult>;
}

/** After this time, a row that is being written is taken as interrupted. */
const STALE_MS = 120_000;
const INTERRUPTED = 'Interrupted while it was written. Preview the file again to see whether it was stored';
const BUSY = 'Another request is writing this row';
const ACTIONS = { import: 'import', prices: 'price_change' } as const;

export const toResult = ({ row, book, title, state, message }: StoredRow): RowResult => ({
  row,
  id: book,
  title,
  state: state === 'writing' ? 'interrupted' : state,
  message: state === 'writing' ? BUSY : (message ?? null),
});

/** Returns the message of a rejected write. Throws every other error: nobody knows what was stored then. */
function messageOf(error: unknown): string {
  if (!(error instanceof WireError) || error.status >= 500) throw error;
  const { details } = error;
  const messages = Array.isArray(details?.['errors'])
    ? details['errors'].map((one: { message?: unknown }) => String(one.message))
    : [];
  if (error.status === 412) return 'Changed by somebody since: left as it is';
  if (error.status === 404) return 'There is no such book any more';
  return messages.length > 0 ? messages.join('. ') : error.message;
}

const pick = (doc: StoredDocument, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, doc[name] ?? null]));
const isSame = (doc: StoredDocument, values: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(values).every(
    ([name, value]) => JSON.stringify(doc[name] ?? null) === JSON.stringify(value),
  );

/** Thrown for a book that has its former values already. */
class UndoneError extends Error {}

/** Creates what writes and undoes rows, one after the other within this process. */
export function createWriteBatches(options: WriteBatchesOptions): WriteBatches {
  const { live, writer, batches, now = () => new Date() } = options;
  const { model } = live;
  const withLock = createMutex();

  async function store(request: FastifyRequest, batch: Batch, row: BatchRow): Promise<Partial<StoredRow>> {
    const audience = 'staff' as const;
    const audit = { action: ACTIONS[batch.kind], reason: `${batch.label}, row ${row.row}` };
    const context = { request, audience, audit };
    const book = row.id === null ? undefined : model.get(bookCollection.name, row.id);
    // Before authors and publishers are created; compared again with what is stored.
    if (row.id === null) requireNew(model, row.values);
    else if (book !== undefined) requireBefore(model, book, row);
    const data = await attributesOf(model, row.values, book, async (collection, values) => {
      const patch = validateWrite(model, collection.name, values, 'create');
      return (await writer.create(collection, patch, context)).id;
    });
    if (row.id === null) {
      const patch = validateWrite(model, bookCollection.name, data, 'create');
      const { id } = await writer.create(bookCollection, patch, context);
      const edited = writer.editMade?.(request, bookCollection, id)?.rev;
      return { state: 'created', book: id, ...(edited === undefined ? {} : { edited }) };
    }
    const patch = validateWrite(model, bookCollection.name, data, 'update', { id: row.id });
    const names = Object.keys(data);
    let before: Record<string, unknown> = {};
    const stored = await writer.update(bookCollection, row.id, patch, {
      ...context,
      requireCurrent(current) {
        requireBefore(model, current, row);
        before = pick(current, names);
      },
    });
    return { state: 'changed', book: row.id, before, after: pick(stored, names) };
  }

  async function undo(request: FastifyRequest, batch: Batch, row: StoredRow): Promise<Partial<StoredRow>> {
    const context = {
      request,
      audience: 'staff' as const,
      audit: { action: 'undo', reason: `${batch.label}, row ${row.row}` },
    };
    const { book, before, after, edited } = row;
    if (book === null) return { state: 'left', message: 'There is no book to undo' };
    if (row.creates) {
      const edit = edited === undefined ? {} : { edit: { ifEdited: [edited] } };
      await writer.remove(bookCollection, book, { ...context, ...edit });
      return { state: 'undone' };
    }
    const patch = validateWrite(model, bookCollection.name, before ?? {}, 'update', { id: book });
    await writer.update(bookCollection, book, patch, {
      ...context,
      requireCurrent(current) {
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
        const title =
          row.values.Title ?? (row.id === null ? '' : documentsOf(model, bookCollection).get(row.id)?.Title);
        const claimed = {
          row: row.row,
          at: now(),
          title: String(title ?? ''),
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
        const outcome = await store(request, batch, row).catch((error: unknown) => ({
          state: 'failed' as const,
          message: messageOf(error),
        }));
        await batches.finish(batch.key, row.row, 'writing', outcome);
        return toResult({ ...claimed, state: 'failed', ...outcome });
      }),
    undoRow: async (request, batch, row) =>
      withLock(async () => {
        const outcome = await undo(request, batch, row).catch((error: unknown) =>
          error instanceof UndoneError
            ? { state: 'undone' as const }
            : { state: 'left' as const, message: messageOf(error) },
        );
        await batches.finish(batch.key, row.row, row.state, outcome);
        return toResult({ ...row, ...outcome });
      }),
  };
}
