import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TrashedRecord } from '@vidhi/contracts/edit-history.ts';
import { forbidden, notFound, WireError } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { respondStored, type Collection, type ReadModel } from '@vidhi/content-engine';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { ContentWrites } from '../store/content-writes.ts';
import { DuplicateValueError } from '../store/duplicate-values.ts';
import { TRASH_DAYS, trashLimit, type TrashedDocument } from '../store/trash.ts';
import { personOf } from './edit-conditions.ts';
import { type PresentValues, unmergedValues } from './present-values.ts';

export interface TrashRoutesOptions {
  model: ReadModel;
  collections: readonly Collection[];
  store: Pick<ContentWrites, 'listTrash' | 'findTrashed' | 'restore' | 'purge'>;
  live: { put(name: string, doc: StoredDocument, rev: number): unknown };
  /** Resolves when the event of a write is published, or cannot be published soon. */
  acknowledged?: (collection: Collection, id: number, rev: number) => Promise<void>;
  /** Throws when the client may not see the trash, or restore this document of it. */
  authorize: (request: FastifyRequest, collection: Collection, removed: StoredDocument | null) => void;
  presentValues?: PresentValues;
  /** Returns values that a restored document gets in place of those that it had. */
  restoredValues?: (collection: Collection, removed: StoredDocument) => Readonly<Record<string, unknown>>;
  now?: () => Date;
}

interface Params {
  id: string;
}

const HIDDEN = { hide: true };
const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 150;
const DAY_MS = 86_400_000;
const LABELS = ['title', 'Title', 'name', 'from'];

const labelOf = ({ doc }: TrashedDocument): string =>
  LABELS.flatMap((name) => (typeof doc[name] === 'string' ? [String(doc[name])] : []))[0] ?? '';

/** A restored article is a draft: what readers see is somebody's decision. */
function restoredValues(
  collection: Collection,
  { id: _id, ...values }: StoredDocument,
): Record<string, unknown> {
  if (!collection.draftAndPublish) return values;
  const state = Object.entries(collection.attributes).flatMap(([name, attribute]) =>
    attribute.audience === 'staff' && 'readonly' in attribute ? [[name, null]] : [],
  );
  return { ...values, publishedAt: null, ...Object.fromEntries(state) };
}

/** Converts the error of a value that another document has now to a 409 that names its attribute. */
function rethrowTaken(error: unknown): never {
  if (!(error instanceof DuplicateValueError)) throw error;
  const { attribute } = error;
  const which = attribute === null ? 'a value that only one may have' : `this ${attribute}`;
  const message = `Another record has ${which}. Please change it there first`;
  const errors = attribute === null ? [] : [{ path: [attribute], message, name: 'ConflictError' }];
  throw new WireError(409, 'ConflictError', message, { details: { errors }, cause: error });
}

/**
 * `GET /{plural}/trash`, `POST /{plural}/trash/{id}/restore` and, for administrators, `DELETE /{plural}/trash/{id}`, which removes for
 * ever: what staff removed in the last thirty days.
 */
export async function trashRoutes(app: FastifyInstance, options: TrashRoutesOptions): Promise<void> {
  for (const collection of options.collections)
    if (collection.kind === 'collection') addTrash(app, collection, options);
}

function addTrash(app: FastifyInstance, collection: Collection, options: TrashRoutesOptions): void {
  const { model, store, live, acknowledged = async () => {}, authorize, now = () => new Date() } = options;
  const { presentValues = unmergedValues } = options;
  const root = `/${collection.plural}/trash`;

  app.get(root, { schema: HIDDEN }, async (request, reply) => {
    authorize(request, collection, null);
    const { searchParams } = new URL(request.url, 'http://service');
    const numberOf = (name: string, otherwise: number): number => {
      const wanted = Number(searchParams.get(`pagination[${name}]`) ?? otherwise);
      return Number.isSafeInteger(wanted) && wanted >= 1 ? wanted : otherwise;
    };
    const page = numberOf('page', 1);
    const pageSize = Math.min(numberOf('pageSize', PAGE_SIZE), MAX_PAGE_SIZE);
    const { entries, total } = await store.listTrash(collection, {
      after: trashLimit(now()),
      page,
      pageSize,
    });
    const data = entries.map((entry): TrashedRecord => ({
      id: entry.id,
      label: labelOf(entry),
      at: entry.at,
      by: personOf(model, entry.by),
      gone_at: new Date(Date.parse(entry.at) + TRASH_DAYS * DAY_MS).toISOString(),
    }));
    const pagination = { page, pageSize, pageCount: Math.ceil(total / pageSize), total };
    return reply.header('cache-control', 'no-store').send({ data, meta: { pagination } });
  });

  app.post<{ Params: Params }>(`${root}/:id/restore`, { schema: HIDDEN }, async (request, reply) => {
    authorize(request, collection, null);
    const id = Number(request.params.id);
    const found = Number.isSafeInteger(id) ? await store.findTrashed(collection, id) : null;
    if (found === null || Date.parse(found.at) <= trashLimit(now()).getTime()) throw notFound();
    authorize(request, collection, found.doc);
    if (request.principal === null) throw forbidden();
    const origin = { actor: actorOf(request), kind: 'restore' as const };
    const restore = (values: Record<string, unknown>) =>
      store.restore(
        collection,
        id,
        (doc) => ({
          ...presentValues(collection, restoredValues(collection, doc), id),
          ...options.restoredValues?.(collection, doc),
          ...values,
        }),
        origin,
      );
    const restored = await restore({})
      .catch((error: unknown) => {
        const { slug } = found.doc;
        const isOfSlug = error instanceof DuplicateValueError && (error.attribute ?? 'slug') === 'slug';
        if (!isOfSlug || typeof slug !== 'string') throw error;
        // Another document has its address now.
        return restore({ slug: `${slug}-${id}` });
      })
      .catch(rethrowTaken);
    if (restored === null) throw notFound();
    live.put(collection.name, restored.doc, restored.rev);
    await acknowledged(collection, id, restored.rev);
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    return reply.send(respondStored(model, collection.name, id, '', 'staff'));
  });
  app.delete<{ Params: Params }>(`${root}/:id`, { schema: HIDDEN }, async (request, reply) => {
    if (request.principal?.role !== ROLE.administrator) throw forbidden();
    const id = Number(request.params.id);
    const origin = { actor: actorOf(request) };
    const purged = Number.isSafeInteger(id) ? await store.purge(collection, id, origin) : null;
    if (purged === null) throw notFound();
    return reply.header('cache-control', 'no-store').send({ data: { id, label: labelOf(purged) } });
  });
}
