/**
 * `import/` takes the documents of an imported site: the endpoint of every service (`import-endpoint.ts`) and that of
 * collections (this file), validation of a document (`import-item.ts`),
 * the write of a batch (`import-batch.ts`), and which site the documents are of (`import-origin.ts`).
 */
import type { FastifyInstance } from 'fastify';
import { COMMAND } from '@vidhi/contracts/actor.ts';
import { notFound } from '@vidhi/contracts/errors.ts';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { requireService, type ServiceTokens } from '@vidhi/service-kit/auth.ts';
import type { Collection } from '@vidhi/content-engine';
import type { ContentStore } from '../store/content-store.ts';
import type { Revised } from '../store/content-writes.ts';
import { htmlAttributes } from '../html/html-attributes.ts';
import { findRemovedElements } from '../html/removed-content.ts';
import { importBatch } from './import-batch.ts';
import { importEndpoint } from './import-endpoint.ts';
import { readItem } from './import-item.ts';
import { mongoOrigin } from './import-origin.ts';

export interface ImportRoutesOptions {
  serviceToken: ServiceTokens;
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

/** Names the elements that sanitizing removes from the texts of a document. */
const removalNotes = (collection: Collection, item: StoredDocument): string[] =>
  htmlAttributes(collection).flatMap((name) => {
    const html = item[name];
    return typeof html === 'string'
      ? findRemovedElements(html).map(
          ({ element, address }) =>
            `removed from ${name}: ${element}${address === undefined ? '' : ` ${address}`}`,
        )
      : [];
  });

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
      const removed = await store.remove(collection, id, { edited: false, actor: COMMAND });
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

  function prepareAll(collection: Collection, items: readonly StoredDocument[]) {
    const valid: StoredDocument[] = [];
    const skipped: ImportOutcome['skipped'] = [];
    const notes: ImportOutcome['notes'] = [];
    for (const received of items) {
      const read = readItem(collection, received);
      if ('reason' in read) {
        skipped.push({ id: received.id, reason: read.reason });
        continue;
      }
      valid.push(prepare(collection, read.item));
      for (const reason of [...read.notes, ...removalNotes(collection, read.item)])
        notes.push({ id: received.id, reason });
    }
    return { valid, skipped, notes };
  }

  function importerOf(type: string) {
    const collection = byType.get(type);
    if (collection === undefined) throw notFound();
    return async (items: readonly StoredDocument[], dryRun: boolean): Promise<ImportOutcome> => {
      const { valid, skipped, notes } = prepareAll(collection, items);
      const counter = counters[collection.name];
      const outcome = await importBatch({
        store,
        collection,
        items: valid,
        dryRun,
        ...(counter === undefined ? {} : { counter }),
        onWritten: (revised) => onWritten(collection, revised),
      });
      return { ...outcome, skipped: [...skipped, ...outcome.skipped], notes };
    };
  }

  async function countAll(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const collection of [...collections, ...(options.statusOnly ?? [])])
      counts[collection.name] = await store
        .documents(collection)
        .countDocuments({ removed: { $exists: false } });
    return counts;
  }

  await importEndpoint(app, {
    type: ':type',
    importerOf,
    origin: mongoOrigin(store.connection, options.afterRemoval),
    removeAll: () => removeDocuments({ store, collections, onRemoved }),
    counts: countAll,
  });
}
