import type { FastifyRequest } from 'fastify';
import { attributeErrors, notFound, unavailable } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { isUnavailableError } from '@vidhi/messaging/failure.ts';
import type { Collection } from '@vidhi/content-engine';
import { resolveLinkUpdates } from '@vidhi/content-engine/internal.ts';
import type { ContentWriter, WriteContext } from '../http/content-writer.ts';
import { TakenError, type ContentWrites, type Revised } from './content-store.ts';
import type { LiveModel } from '../live/live-model.ts';

type Values = Readonly<Record<string, unknown>>;

export interface StoredWriterOptions {
  store: ContentWrites;
  live: Pick<LiveModel, 'put' | 'remove'>;
  /** What given values become before they are stored; throws what they are refused for. */
  prepare: (collection: Collection, values: Values, action: 'create' | 'update') => Values;
  /** Last word on an update, knowing the document as it stands. */
  decide?: (collection: Collection, current: StoredDocument, values: Values) => Values;
  /** Resolves when the event of this revision is published, or when waiting for it has no prospect. */
  acknowledged?: (collection: Collection, id: number, rev: number) => Promise<void>;
}

const traceparentOf = ({ request }: WriteContext): string | undefined => {
  const { traceparent } = request.headers;
  return typeof traceparent === 'string' ? traceparent : undefined;
};

/** Told of a value that must be unique and is taken: the first such attribute that was written. */
function takenName({ attributes }: Collection, values: Values): string {
  const unique = Object.entries(attributes).flatMap(([name, attribute]) =>
    'unique' in attribute && attribute.unique === true ? [name] : [],
  );
  return unique.find((name) => name in values) ?? unique[0] ?? 'id';
}

/** What kept a write from being stored, in words that a client may see where there are any. */
const refuse =
  (collection: Collection, values: Values = {}) =>
  (error: unknown): never => {
    if (error instanceof TakenError) {
      const path = [takenName(collection, values)];
      throw attributeErrors([{ path, message: 'This attribute must be unique' }]);
    }
    if (isUnavailableError(error)) throw unavailable();
    throw error;
  };

/** Editors' writes: stored in one step with their fact, and seen by this process before they are answered. */
export function createStoredWriter(options: StoredWriterOptions): ContentWriter {
  const { store, live, prepare, decide = (_collection, _current, values) => values } = options;
  const { acknowledged = async () => {} } = options;
  const pending = new WeakMap<FastifyRequest, Promise<void>[]>();
  function noteWritten(collection: Collection, id: number, rev: number, { request }: WriteContext): void {
    const ofRequest = pending.get(request) ?? [];
    pending.set(request, ofRequest);
    ofRequest.push(acknowledged(collection, id, rev));
  }
  function show(collection: Collection, { doc, rev }: Revised, context: WriteContext): StoredDocument {
    live.put(collection.name, doc, rev);
    noteWritten(collection, doc.id, rev, context);
    return doc;
  }
  return {
    async create(collection, patch, context) {
      const values = prepare(collection, patch, 'create');
      const created = await store
        .create(collection, values, traceparentOf(context))
        .catch(refuse(collection, values));
      return show(collection, created, context);
    },
    async update(collection, id, patch, context) {
      const values = prepare(collection, patch, 'update');
      const updated = await store
        .update(
          collection,
          id,
          (current) => decide(collection, current, resolveLinkUpdates(values, current)),
          traceparentOf(context),
        )
        .catch(refuse(collection, values));
      if (updated === null) throw notFound();
      return show(collection, updated, context);
    },
    async remove(collection, id, context) {
      const removed = await store.remove(collection, id).catch(refuse(collection));
      if (removed === null) throw notFound();
      live.remove(collection.name, id, removed.rev);
      noteWritten(collection, id, removed.rev, context);
      return removed.doc;
    },
    async acknowledged(request) {
      await Promise.all(pending.get(request) ?? []);
    },
  };
}
