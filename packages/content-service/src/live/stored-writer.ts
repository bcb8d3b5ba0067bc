import { attributeErrors, notFound, unavailable } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { isUnavailableError } from '@vidhi/messaging/failure.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { activeTraceparent, validTraceparent } from '@vidhi/service-kit/tracing/spans.ts';
import type { Collection, ReadModel } from '@vidhi/content-engine';
import { resolveLinkUpdates } from '@vidhi/content-engine/internal.ts';
import type { ContentWriter, WriteClient, WriteContext } from '../http/content-writer.ts';
import { copyChanged, editedSince } from '../http/edit-conditions.ts';
import type { ContentWrites, Revised, WriteOrigin } from '../store/content-writes.ts';
import { DuplicateValueError } from '../store/duplicate-values.ts';
import { CopyChangedError, EditedSinceError, type EditState, unpack } from '../store/editing.ts';
import type { LiveModel } from './live-model.ts';

type Values = Readonly<Record<string, unknown>>;

export interface StoredWriterOptions {
  store: ContentWrites;
  live: Pick<LiveModel, 'put' | 'remove' | 'model'>;
  /** Converts the values of a write before they are stored. Throws a `WireError` to reject the write. */
  prepare: (collection: Collection, values: Values, action: 'create' | 'update') => Values;
  /** Returns the values of an update from the current document. Called again after a concurrent write. */
  decide?: (collection: Collection, current: StoredDocument, values: Values, context: WriteContext) => Values;
  /** Throws an error when the stored document may not be removed. Called again after a concurrent write. */
  requireRemovable?: (collection: Collection, current: StoredDocument, context: WriteContext) => void;
  /** See `Relays.acknowledged`. */
  acknowledged?: (collection: Collection, id: number, rev: number) => Promise<void>;
}

/**
 * Returns who sends the request, and the traceparent of the active span, or the received one when no spans are recorded.
 */
const originOf = ({ request, edit, audit, actor = actorOf(request) }: WriteContext): WriteOrigin => ({
  ...edit,
  ...audit,
  traceparent: activeTraceparent() ?? validTraceparent(request.headers['traceparent']),
  actor,
});

/** Returns the attribute to report for a duplicate value where the database names none: the first unique one of the write. */
function duplicateName({ attributes }: Collection, values: Values): string {
  const unique = Object.entries(attributes).flatMap(([name, attribute]) =>
    'unique' in attribute && attribute.unique === true ? [name] : [],
  );
  return unique.find((name) => name in values) ?? unique[0] ?? 'id';
}

/**
 * Converts an error of the store to the client's: 400 for a duplicate value, 412 for a document that was edited since it was
 * read, 503 while the database is unavailable.
 */
const rethrow =
  (model: ReadModel, collection: Collection, values: Values = {}) =>
  (error: unknown): never => {
    if (error instanceof EditedSinceError) throw editedSince(model, collection, error);
    if (error instanceof CopyChangedError) throw copyChanged(model, error);
    if (error instanceof DuplicateValueError) {
      const path = [error.attribute ?? duplicateName(collection, values)];
      throw attributeErrors([{ path, message: 'This attribute must be unique' }]);
    }
    if (isUnavailableError(error)) throw unavailable();
    throw error;
  };

/** Creates the writer of editors' writes, which stores them and puts them into the model of this process. */
export function createStoredWriter(options: StoredWriterOptions): ContentWriter {
  const { store, live, prepare, decide = (_collection, _current, values) => values } = options;
  const { acknowledged = async () => {}, requireRemovable = () => {} } = options;
  const pending = new WeakMap<WriteClient, Promise<void>[]>();
  const made = new WeakMap<WriteClient, Map<string, EditState>>();
  function noteEdit({ name }: Collection, { doc, edit }: Revised, { request }: WriteContext): void {
    const ofRequest = made.get(request) ?? new Map<string, EditState>();
    made.set(request, ofRequest);
    if (edit !== undefined) ofRequest.set(`${name}:${doc.id}`, edit);
  }
  function awaitPublication(
    collection: Collection,
    id: number,
    rev: number,
    { request }: WriteContext,
  ): void {
    const ofRequest = pending.get(request) ?? [];
    pending.set(request, ofRequest);
    ofRequest.push(acknowledged(collection, id, rev));
  }
  function putIntoModel(collection: Collection, revised: Revised, context: WriteContext): StoredDocument {
    const { doc, rev } = revised;
    noteEdit(collection, revised, context);
    live.put(collection.name, doc, rev);
    awaitPublication(collection, doc.id, rev, context);
    return doc;
  }
  return {
    async create(collection, patch, context) {
      const values = prepare(collection, patch, 'create');
      const created = await store
        .create(collection, values, originOf(context))
        .catch(rethrow(live.model, collection, values));
      return putIntoModel(collection, created, context);
    },
    async update(collection, id, patch, context) {
      const values = prepare(collection, patch, 'update');
      const updated = await store
        .update(
          collection,
          id,
          (current) => {
            context.requireCurrent?.(current);
            return decide(collection, current, resolveLinkUpdates(values, current), context);
          },
          originOf(context),
        )
        .catch(rethrow(live.model, collection, values));
      if (updated === null) throw notFound();
      return putIntoModel(collection, updated, context);
    },
    async remove(collection, id, context) {
      const removed = await store
        .remove(collection, id, {
          ...originOf(context),
          requireCurrent: (current) => {
            context.requireCurrent?.(current);
            requireRemovable(collection, current, context);
          },
        })
        .catch(rethrow(live.model, collection));
      if (removed === null) throw notFound();
      live.remove(collection.name, id, removed.rev);
      awaitPublication(collection, id, removed.rev, context);
      return removed.doc;
    },
    async currentEdit(collection, id) {
      const found = await store.find(collection, id);
      if (found === null) return null;
      live.put(collection.name, found.doc, found.rev);
      return found.edit ?? null;
    },
    async copyOf(collection, id, seq) {
      const editing = await store.findEditing(collection, id).catch(rethrow(live.model, collection));
      if (editing?.copy === undefined || editing.copySeq !== seq)
        throw copyChanged(live.model, new CopyChangedError(editing ?? {}));
      return unpack(editing.copy.values);
    },
    editMade: (request, { name }, id) => made.get(request)?.get(`${name}:${id}`),
    async acknowledged(request) {
      await Promise.all(pending.get(request) ?? []);
    },
  };
}
