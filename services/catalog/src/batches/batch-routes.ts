import type { FastifyInstance } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import {
  BatchBody,
  BatchListResponse,
  BatchResponse,
  BatchRowsBody,
  BOOK_BATCH_KINDS,
  type BatchKind,
  type BatchSummary,
  type RowResult,
} from '@vidhi/contracts/book-batches.ts';
import { UNDO_HOURS, type BatchRow } from '@vidhi/contracts/book-import.ts';
import type { Desk } from '@vidhi/contracts/desks.ts';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import { ProfileBatchBody, ProfileRowsBody } from '@vidhi/contracts/profile-batches.ts';
import type { ContentWriter } from '@vidhi/content-service';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import type { Batch, BatchStore } from './batch-store.ts';
import { toResult, type WriteBatches } from './write-batches.ts';

/** Routes of the batches of one kind of documents. */
export interface BatchSubject {
  path: string;
  desk: Desk;
  tag: string;
  kinds: readonly BatchKind[];
  /** Name of one batch in the ids of operations. */
  operation: string;
  /** Batches in words, at the beginning of a sentence. */
  many: string;
  /** A batch in words. */
  one: string;
  body: TSchema;
  rowsBody: TSchema;
}

export const BOOK_BATCHES_SUBJECT: BatchSubject = {
  path: '/api/book-batches',
  desk: 'shop',
  tag: 'books',
  kinds: BOOK_BATCH_KINDS,
  operation: 'BookBatch',
  many: 'Imports and changes of prices',
  one: 'an import, or a change of prices',
  body: BatchBody,
  rowsBody: BatchRowsBody,
};
export const PROFILE_BATCHES_SUBJECT: BatchSubject = {
  path: '/api/profile-batches',
  desk: 'directory',
  tag: 'directory',
  kinds: ['profiles'],
  operation: 'ProfileBatch',
  many: 'Imports of profiles',
  one: 'an import of profiles',
  body: ProfileBatchBody,
  rowsBody: ProfileRowsBody,
};

export interface BatchRoutesOptions<Values> {
  subject: BatchSubject;
  batches: BatchStore;
  write: WriteBatches<Values>;
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
const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

/** Changes of many books or profiles, for their desk: results by row, and undo for a day. */
export async function batchRoutes<Values>(
  app: FastifyInstance,
  options: BatchRoutesOptions<Values>,
): Promise<void> {
  const { subject, batches, write, writer, now = () => new Date() } = options;
  const { path, operation, many, one } = subject;
  const atDesk = { config: { strictAuth: true }, onRequest: requireDesk(subject.desk) } as const;
  const documented = (summary: string, operationId: string) => ({
    summary,
    operationId,
    tags: [subject.tag],
    security: [{ bearer: [] }],
  });
  const isOfSubject = ({ kind }: Pick<Batch, 'kind'>): boolean => subject.kinds.includes(kind);
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  async function findBatch(key: string): Promise<Batch> {
    const found = await batches.find(key);
    if (found === null || !isOfSubject(found)) throw notFound();
    return found;
  }
  async function summaryOf({ isUndone, at, invites: _invites, ...batch }: Batch): Promise<BatchSummary> {
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
    path,
    {
      ...atDesk,
      schema: {
        ...documented(`${many} that can be undone`, `list${operation}es`),
        response: { 200: BatchListResponse },
      },
    },
    async () => {
      const found = await batches.list(new Date(now().getTime() - UNDO_MS));
      return { data: await Promise.all(found.filter(isOfSubject).map(summaryOf)) };
    },
  );

  app.post<{ Body: BatchBody }>(
    path,
    {
      ...atDesk,
      schema: {
        ...documented(`Begins ${one}`, `begin${operation}`),
        body: subject.body,
        response: { 200: BatchResponse },
      },
    },
    async ({ body: { data }, principal }) => {
      const by = principal?.userId ?? null;
      const stored = await batches.create({ ...data, at: now(), by });
      if (!isOfSubject(stored) || stored.invites !== data.invites)
        throw conflict('Another batch has this key');
      if (stored.by !== by || stored.label !== data.label || stored.total !== data.total)
        throw conflict('Another batch has this key');
      return present(stored.key, []);
    },
  );

  app.get<{ Params: Params }>(
    `${path}/:key`,
    {
      ...atDesk,
      schema: {
        ...documented(`${one.replace(/^a/, 'A')} with its rows`, `read${operation}`),
        params: Params,
        response: { 200: BatchResponse },
      },
    },
    async ({ params: { key } }) => {
      await findBatch(key);
      return present(key, (await batches.rows(key)).map(toResult));
    },
  );

  app.post<{ Params: Params; Body: { data: BatchRow<Values>[] } }>(
    `${path}/:key/rows`,
    {
      ...atDesk,
      schema: {
        ...documented('Writes rows, each once, with a result for each', `write${operation}Rows`),
        description:
          'A row fails alone where its document was changed since the preview. 409 for a batch that was undone or has ended.',
        params: Params,
        body: subject.rowsBody,
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
    `${path}/:key/undo`,
    {
      ...atDesk,
      schema: {
        ...documented('Undoes rows, until none is left', `undo${operation}`),
        description: `Undoes ${UNDONE_PER_REQUEST} rows; \`left\` is the number of the others. Documents that were changed since, and profiles that were claimed, stay as they are.`,
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
