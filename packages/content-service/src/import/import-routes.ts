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
  /** Makes an item fit to be kept, as a write by an editor would be: sanitised, links checked. */
  prepare: (collection: Collection, item: StoredDocument) => StoredDocument;
  /** Numbers that count by themselves, by collection. */
  counters?: Readonly<Record<string, string>>;
  onWritten: (collection: Collection, revised: Revised) => void;
  /** Called when a document went because its site is replaced. */
  onRemoved: (collection: Collection, id: number, rev: number) => void;
  /** Puts back what must exist whatever the site is. */
  afterRemoval?: () => Promise<void>;
  /** Counted in the status beside the collections; they have doors of their own. */
  counted?: readonly Collection[];
}

const BODY_LIMIT = 32 * 1024 * 1024;
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

/** Removes every document, as when one site gives way to another. */
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

/** The bulk door of a service that owns collections: `POST /internal/import/{type}`, with a service token. */
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
    const fit: StoredDocument[] = [];
    const skipped: ImportOutcome['skipped'] = [];
    for (const item of items) {
      const problem = findItemProblem(collection, item);
      if (problem === null) fit.push(prepare(collection, item));
      else skipped.push({ id: item.id, reason: problem });
    }
    return { fit, skipped };
  }

  app.post<{ Params: { type: string }; Body: ImportBatch & { replace?: boolean } }>(
    '/internal/import/:type',
    { bodyLimit: BODY_LIMIT, handlerTimeout: IMPORT_TIMEOUT_MS, schema: { body: IMPORT_BODY } },
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
      const { fit, skipped } = prepareAll(collection, items);
      const counter = counters[collection.name];
      const outcome = await importBatch({
        store,
        collection,
        items: fit,
        ...(counter === undefined ? {} : { counter }),
        onWritten: (revised) => onWritten(collection, revised),
      });
      return { ...outcome, skipped: [...skipped, ...outcome.skipped] };
    },
  );

  app.get('/internal/import-status', async () => {
    const counts: Record<string, number> = {};
    for (const collection of [...collections, ...(options.counted ?? [])])
      counts[collection.name] = await store
        .documents(collection)
        .countDocuments({ removed: { $exists: false } });
    return { origin: await findOrigin(store.connection), counts };
  });
}
