/**
 * `import/` takes the documents of an imported site: endpoints (this file), validation of a document (`import-item.ts`),
 * the write of a batch (`import-batch.ts`), and which site the documents are of (`import-origin.ts`).
 */
import type { FastifyInstance } from 'fastify';
import { notFound, validationError } from '@vidhi/contracts/errors.ts';
import type { ImportBatch, ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { requireService } from '@vidhi/service-kit/auth.ts';
import { allowIdleSockets } from '@vidhi/service-kit/idle-sockets.ts';
import type { Collection } from '@vidhi/content-engine';
import type { ContentStore } from '../store/content-store.ts';
import type { Revised } from '../store/content-store.ts';
import { importBatch } from './import-batch.ts';
import { findItemProblem } from './import-item.ts';
import { claimOrigin, findOrigin } from './import-origin.ts';

export interface ImportRoutesOptions {
  serviceToken: string;
  store: ContentStore;
  collections: readonly Collection[];
  /** Sanitizes an item like an editor's write. Called for valid items only. */
  prepare: (collection: Collection, item: StoredDocument) => StoredDocument;
  /** Name of the attribute that the service increments itself, by collection. */
  counters?: Readonly<Record<string, string>>;
  onWritten: (collection: Collection, revised: Revised) => void;
  /** Called for each document that is removed because its site is replaced. */
  onRemoved: (collection: Collection, id: number, rev: number) => void;
  /** Recreates documents that every site must have, after the removal. */
  afterRemoval?: () => Promise<void>;
  /** Collections that the status counts too, but that are imported through other endpoints. */
  statusOnly?: readonly Collection[];
}

const BODY_LIMIT_BYTES = 32 * 1024 * 1024;
const MAX_ITEMS = 5_000;
const IMPORT_TIMEOUT_MS = 120_000;
const REPLACE_HEADER = 'x-import-replace';

const IMPORT_BODY = {
  type: 'object',
  required: ['items', 'origin'],
  properties: {
    items: {
      type: 'array',
      maxItems: MAX_ITEMS,
      items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
    },
    origin: {
      type: 'object',
      required: ['site', 'demo'],
      properties: { site: { type: 'string', minLength: 1, maxLength: 200 }, demo: { type: 'boolean' } },
    },
    replace: { type: 'boolean' },
  },
} as const;

/** Removes all documents of these collections. They do not count as edited, so an import may create them again. */
export async function removeDocuments({
  store,
  collections,
  onRemoved,
}: Pick<ImportRoutesOptions, 'store' | 'collections' | 'onRemoved'>): Promise<void> {
  for (const collection of collections) {
    const ids: number[] = [];
    await store.each(collection, ({ doc }) => void ids.push(doc.id));
    for (const id of ids) {
      const removed = await store.remove(collection, id, false);
      if (removed !== null) onRemoved(collection, id, removed.rev);
    }
  }
}

/** Registers `POST /internal/import/{type}` and `GET /internal/import-status`, both of which need the service token. */
export async function importRoutes(app: FastifyInstance, options: ImportRoutesOptions): Promise<void> {
  const { store, collections, prepare, counters = {}, onWritten, onRemoved } = options;
  const byType = new Map<string, Collection>(
    collections.flatMap((collection) => [
      [collection.name, collection],
      [collection.plural, collection],
      [collection.uid, collection],
    ]),
  );
  app.addHook('onRequest', requireService(options.serviceToken));
  allowIdleSockets(app, IMPORT_TIMEOUT_MS);

  function prepareAll(collection: Collection, items: readonly StoredDocument[]) {
    const valid: StoredDocument[] = [];
    const skipped: ImportOutcome['skipped'] = [];
    for (const item of items) {
      const problem = findItemProblem(collection, item);
      if (problem === null) valid.push(prepare(collection, item));
      else skipped.push({ id: item.id, reason: problem });
    }
    return { valid, skipped };
  }

  app.post<{ Params: { type: string }; Body: ImportBatch & { replace?: boolean } }>(
    '/internal/import/:type',
    { bodyLimit: BODY_LIMIT_BYTES, handlerTimeout: IMPORT_TIMEOUT_MS, schema: { body: IMPORT_BODY } },
    async ({ params, body, headers }): Promise<ImportOutcome> => {
      const collection = byType.get(params.type);
      if (collection === undefined) throw notFound();
      const { items, origin } = body;
      if (origin.site.trim() === '') throw validationError('origin.site must name the site');
      await claimOrigin(
        store.connection,
        origin,
        body.replace === true || headers[REPLACE_HEADER] === 'true',
        async () => {
          await removeDocuments({ store, collections, onRemoved });
          await options.afterRemoval?.();
        },
      );
      const { valid, skipped } = prepareAll(collection, items);
      const counter = counters[collection.name];
      const outcome = await importBatch({
        store,
        collection,
        items: valid,
        ...(counter === undefined ? {} : { counter }),
        onWritten: (revised) => onWritten(collection, revised),
      });
      return { ...outcome, skipped: [...skipped, ...outcome.skipped] };
    },
  );

  app.get('/internal/import-status', async () => {
    const counts: Record<string, number> = {};
    for (const collection of [...collections, ...(options.statusOnly ?? [])])
      counts[collection.name] = await store
        .documents(collection)
        .countDocuments({ removed: { $exists: false } });
    return { origin: await findOrigin(store.connection), counts };
  });
}
