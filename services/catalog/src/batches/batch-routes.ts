import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import {
  BatchBody,
  BatchListResponse,
  BatchResponse,
  BatchRowsBody,
  type BatchSummary,
  type RowResult,
} from '@vidhi/contracts/book-batches.ts';
import { UNDO_HOURS } from '@vidhi/contracts/book-import.ts';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import type { ContentWriter } from '@vidhi/content-service';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import type { Batch, BatchStore } from './batch-store.ts';
import { toResult, type WriteBatches } from './write-batches.ts';

export interface BatchRoutesOptions {
  batches: BatchStore;
  write: WriteBatches;
  writer: Pick<ContentWriter, 'acknowledged'>;
  now?: () => Date;
}

const HOUR_MS = 3_600_000;
const UNDO_MS = UNDO_HOURS * HOUR_MS;
/** Longer than a batch can be undone: its results can still be looked up. */
export const BATCH_RETENTION_MS = 7 * 24 * HOUR_MS;
const UNDONE_PER_REQUEST = 50;
const UNDOABLE = ['created', 'changed'] as const;

const Params = Type.Object({ key: Type.String({ pattern: '^[\\w-]{16,64}$' }) });
type Params = Static<typeof Params>;
const AT_DESK = { config: { strictAuth: true }, onRequest: requireDesk('shop') } as const;
const documented = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['books'],
  security: [{ bearer: [] }],
});
const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

/** Imports of books and changes of many prices, for the desk of the shop: results by row, and undo for a day. */
export async function batchRoutes(app: FastifyInstance, options: BatchRoutesOptions): Promise<void> {
  const { batches, write, writer, now = () => new Date() } = options;
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  async function findBatch(key: string): Promise<Batch> {
    const found = await batches.find(key);
    if (found === null) throw notFound();
    return found;
  }
  async function summaryOf({ isUndone, at, ...batch }: Batch): Promise<BatchSummary> {
    return {
      ...batch,
      at: at.toISOString(),
      counts: await batches.counts(batch.key),
      undo_until: new Date(at.getTime() + UNDO_MS).toISOString(),
      is_undone: isUndone,
    };
  }
  async function present(key: string, rows: RowResult[]): Promise<BatchResponse> {
    const batch = await findBatch(key);
    const left = batch.isUndone ? (await batches.rows(key, UNDOABLE)).length : 0;
    return { data: { ...(await summaryOf(batch)), rows, left } };
  }

  app.get(
    '/api/book-batches',
    {
      ...AT_DESK,
      schema: {
        ...documented('Imports and changes of prices that can be undone', 'listBookBatches'),
        response: { 200: BatchListResponse },
      },
    },
    async () => {
      const found = await batches.list(new Date(now().getTime() - UNDO_MS));
      return { data: await Promise.all(found.map(summaryOf)) };
    },
  );

  app.post<{ Body: BatchBody }>(
    '/api/book-batches',
    {
      ...AT_DESK,
      schema: {
        ...documented('Begins an import, or a change of prices', 'beginBookBatch'),
        body: BatchBody,
        response: { 200: BatchResponse },
      },
    },
    async ({ body: { data }, principal }) => {
      const by = principal?.userId ?? null;
      const stored = await batches.create({ ...data, at: now(), by });
      if (stored.by !== by || stored.label !== data.label || stored.total !== data.total)
        throw conflict('Another batch has this key');
      return present(stored.key, []);
    },
  );

  app.get<{ Params: Params }>(
    '/api/book-batches/:key',
    {
      ...AT_DESK,
      schema: {
        ...documented('An import or a change of prices with its rows', 'readBookBatch'),
        params: Params,
        response: { 200: BatchResponse },
      },
    },
    async ({ params: { key } }) => {
      await findBatch(key);
      return present(key, (await batches.rows(key)).map(toResult));
    },
  );

  app.post<{ Params: Params; Body: BatchRowsBody }>(
    '/api/book-batches/:key/rows',
    {
      ...AT_DESK,
      schema: {
        ...documented('Writes rows, each once, with a result for each', 'writeBookBatchRows'),
        description:
          'A row fails alone where its book was changed since the preview. 409 for a batch that was undone or has ended.',
        params: Params,
        body: BatchRowsBody,
        response: { 200: BatchResponse },
      },
    },
    async (request) => {
      const { key } = request.params;
      const batch = await findBatch(key);
      if (batch.isUndone) throw conflict('This was undone. Please preview the file again');
      if (now().getTime() > batch.at.getTime() + UNDO_MS)
        throw conflict('This was begun more than a day ago');
      const results: RowResult[] = [];
      for (const row of request.body.data) results.push(await write.writeRow(request, batch, row));
      await writer.acknowledged?.(request);
      return present(key, results);
    },
  );

  app.post<{ Params: Params }>(
    '/api/book-batches/:key/undo',
    {
      ...AT_DESK,
      schema: {
        ...documented('Undoes rows, until none is left', 'undoBookBatch'),
        description: `Undoes ${UNDONE_PER_REQUEST} rows; \`left\` is the number of the others. Books that were changed since stay as they are.`,
        params: Params,
        response: { 200: BatchResponse },
      },
    },
    async (request) => {
      const { key } = request.params;
      const batch = await findBatch(key);
      if (!batch.isUndone && now().getTime() > batch.at.getTime() + UNDO_MS)
        throw conflict('This can no longer be undone: a day has passed');
      await batches.markUndone(key, now());
      const rows = await batches.rows(key, UNDOABLE);
      const results: RowResult[] = [];
      // The latest row first: two rows may concern what one of them created.
      for (const row of rows.toReversed().slice(0, UNDONE_PER_REQUEST))
        results.push(await write.undoRow(request, batch, row));
      await writer.acknowledged?.(request);
      return present(key, results);
    },
  );
}
