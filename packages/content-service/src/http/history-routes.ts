import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ListedRevision } from '@vidhi/contracts/edit-history.ts';
import { forbidden, notFound, validationError } from '@vidhi/contracts/errors.ts';
import { findById, type Collection, type ReadModel } from '@vidhi/content-engine';
import type { ContentWrites } from '../store/content-writes.ts';
import type { Revision } from '../store/edit-types.ts';
import { asideRevision, changedNames, presentRevision, unpack } from '../store/editing.ts';
import type { RevisionEntry, RevisionName, Revisions } from '../store/revisions.ts';
import { ifCopyOf, personOf } from './edit-conditions.ts';
import { type PresentValues, unmergedValues } from './present-values.ts';
import {
  amendCopy,
  type CopyWriter,
  copyOnWire,
  discardCopy,
  readCopy,
  requireObject,
  saveCopy,
} from './working-copies.ts';

export interface HistoryTarget {
  /** Undefined if there is no such document. */
  id: number | undefined;
  isRead: boolean;
}

export interface HistoryRoutesOptions {
  model: ReadModel;
  collections: readonly Collection[];
  store: Pick<ContentWrites, 'find' | 'findEditing' | 'changeEditing' | 'renameEdit'>;
  revisions: Revisions;
  /** Moves superseded values of a document into `revisions`. */
  settle: (collection: Collection, id: number) => Promise<void>;
  /** Throws when the client may not edit this document, or read what others edit. */
  authorize: (request: FastifyRequest, collection: Collection, target: HistoryTarget) => void;
  presentValues?: PresentValues;
  /** Paths of single types that are not served under their name. */
  paths?: Readonly<Record<string, string>>;
  now?: () => Date;
}

interface Params {
  id?: string;
  rev?: string;
}

const SINGLE_ID = 1;
const MAX_NAME_LENGTH = 120;
const MAX_NOTE_LENGTH = 1_000;
const PAGE_SIZE = { default: 25, max: 100 };
const HIDDEN = { hide: true };

const send = (reply: FastifyReply, seq: number | null, body: object): FastifyReply => {
  if (seq !== null) reply.header('etag', `"w${seq}"`);
  return reply.header('cache-control', 'no-store').send(body);
};

/**
 * Returns what of former values is restored: text and relations, and not whether and when they were published, reviewed or
 * archived, as a restored text must not withdraw an article.
 */
const restoredValues = (
  collection: Collection,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const attribute = collection.attributes[name];
      return attribute !== undefined && attribute.audience !== 'staff';
    }),
  );

/** Returns the id of the account; routes of history have one, as `authorize` rejects everybody else. */
function accountOf({ principal }: FastifyRequest): number {
  if (principal === null) throw forbidden();
  return principal.userId;
}

const textOrNull = (name: string, value: unknown, maxLength: number): string | null => {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > maxLength)
    throw validationError(`${name} must be a text of at most ${maxLength} characters`);
  return value;
};

function readName(request: FastifyRequest): RevisionName {
  const { name, note } = requireObject(request);
  return {
    name: textOrNull('name', name, MAX_NAME_LENGTH),
    note: textOrNull('note', note, MAX_NOTE_LENGTH),
  };
}

const pageNumber = (value: unknown, otherwise: number, max: number): number => {
  const number = Number(value ?? otherwise);
  return Number.isSafeInteger(number) && number >= 1 ? Math.min(number, max) : otherwise;
};

/**
 * Registers the working copy and the revisions of each collection, for staff alone: what is written but not saved, and what was
 * saved before.
 */
export async function historyRoutes(app: FastifyInstance, options: HistoryRoutesOptions): Promise<void> {
  for (const collection of options.collections) {
    const { kind, name, plural, aliases } = collection;
    const roots =
      kind === 'single'
        ? [options.paths?.[name] ?? `/${name}`]
        : [plural, ...aliases.map((alias) => alias.plural)];
    for (const root of roots) addHistory(app, collection, kind === 'single' ? root : `/${root}/:id`, options);
  }
}

function addHistory(
  app: FastifyInstance,
  collection: Collection,
  root: string,
  options: HistoryRoutesOptions,
): void {
  const { model, store, revisions, settle, authorize, now = () => new Date() } = options;
  const { presentValues = unmergedValues } = options;
  const writer: CopyWriter = { model, store, now };
  const schema = HIDDEN;
  /** Authorizes a request, and returns the id of its document. */
  const open = (request: FastifyRequest<{ Params: Params }>): number => {
    const id =
      collection.kind === 'single'
        ? SINGLE_ID
        : findById(model.store(collection.name), request.params.id ?? '')?.id;
    authorize(request, collection, { id, isRead: request.method === 'GET' });
    if (id === undefined) throw notFound();
    return id;
  };
  const onWire = (entry: RevisionEntry, current: boolean): ListedRevision => ({
    rev: entry.rev,
    at: entry.at,
    by: personOf(model, entry.by),
    kind: entry.kind,
    name: entry.name ?? null,
    note: entry.note ?? null,
    changed: entry.changed,
    current,
  });

  app.get<{ Params: Params }>(`${root}/working-copy`, { schema }, async (request, reply) => {
    const editing = await store.findEditing(collection, open(request));
    if (editing === null) throw notFound();
    const { copy, copySeq = 0 } = editing;
    const data =
      copy === undefined
        ? null
        : { ...copyOnWire(model, copy), values: presentValues(collection, unpack(copy.values)) };
    return send(reply, copySeq, { data });
  });
  app.put<{ Params: Params }>(`${root}/working-copy`, { schema }, async (request, reply) => {
    const id = open(request);
    const copy = await saveCopy(writer, collection, id, readCopy(request), {
      by: accountOf(request),
      expected: ifCopyOf(request),
    });
    return send(reply, copy.seq, { data: copyOnWire(model, copy) });
  });
  app.post<{ Params: Params }>(`${root}/working-copy/values`, { schema }, async (request, reply) => {
    const id = open(request);
    const { values } = requireObject(request);
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      throw validationError('values must be an object of attributes');
    const change = { values: values as Readonly<Record<string, unknown>>, expected: ifCopyOf(request) };
    const copy = await amendCopy(writer, collection, id, change);
    return send(reply, copy.seq, { data: copyOnWire(model, copy) });
  });
  app.delete<{ Params: Params }>(`${root}/working-copy`, { schema }, async (request, reply) => {
    const seq = await discardCopy(writer, collection, open(request), ifCopyOf(request));
    return send(reply, seq, { data: null });
  });

  /** Returns the present values as a revision. */
  async function findPresent(id: number): Promise<Revision> {
    for (;;) {
      const editing = await store.findEditing(collection, id);
      const found = await store.find(collection, id);
      if (found === null || editing === null) throw notFound();
      // Otherwise edited between the two reads.
      if (found.edit?.rev === (editing.rev ?? 0)) return presentRevision(collection, found.doc, editing);
    }
  }

  /** Returns the present values, or those of a revision. */
  async function findRevision(id: number, rev: string): Promise<{ revision: Revision; current: boolean }> {
    await settle(collection, id);
    const present = await findPresent(id);
    if (present.rev === rev) return { revision: present, current: true };
    const revision = await revisions.find(collection, id, rev);
    if (revision === null) throw notFound();
    return { revision, current: false };
  }

  app.get<{ Params: Params; Querystring: { pagination?: { page?: string; pageSize?: string } } }>(
    `${root}/revisions`,
    { schema },
    async (request, reply) => {
      const id = open(request);
      await settle(collection, id);
      const { values: _values, ...present } = await findPresent(id);
      const former = (await revisions.list(collection, id)).filter(({ rev }) => rev !== present.rev);
      const { searchParams } = new URL(request.url, 'http://service');
      const page = pageNumber(searchParams.get('pagination[page]') ?? undefined, 1, Number.MAX_SAFE_INTEGER);
      const pageSize = pageNumber(
        searchParams.get('pagination[pageSize]') ?? undefined,
        PAGE_SIZE.default,
        PAGE_SIZE.max,
      );
      const all = [onWire(present, true), ...former.map((entry) => onWire(entry, false))];
      const total = all.length;
      return send(reply, null, {
        data: all.slice((page - 1) * pageSize, page * pageSize),
        meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } },
      });
    },
  );
  app.post<{ Params: Params }>(`${root}/revisions`, { schema }, async (request, reply) => {
    const id = open(request);
    const { values, base_rev: baseRev } = requireObject(request);
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      throw validationError('values must be an object of attributes');
    if (!Number.isSafeInteger(baseRev) || Number(baseRev) < 0)
      throw validationError('base_rev must be the number of the edit that the text is from');
    const found = await store.find(collection, id);
    if (found === null) throw notFound();
    const changed = changedNames(collection, found.doc, { ...found.doc, ...values });
    const at = now().toISOString();
    const by = accountOf(request);
    const revision = asideRevision('conflict', {
      values: values as Record<string, unknown>,
      baseRev: Number(baseRev),
      by,
      at,
      changed,
    });
    await revisions.add(collection, new Map([[id, [revision]]]));
    return send(reply, null, { data: { rev: revision.rev } });
  });
  app.get<{ Params: Params }>(`${root}/revisions/:rev`, { schema }, async (request, reply) => {
    const { revision, current } = await findRevision(open(request), request.params.rev ?? '');
    return send(reply, null, { data: { ...onWire(revision, current), values: unpack(revision.values) } });
  });
  app.put<{ Params: Params }>(`${root}/revisions/:rev`, { schema }, async (request, reply) => {
    const id = open(request);
    const name = readName(request);
    const { rev = '' } = request.params;
    const isPresent = /^\d+$/.test(rev) && (await store.renameEdit(collection, id, Number(rev), name));
    if (!isPresent) await settle(collection, id);
    if (!isPresent && !(await revisions.rename(collection, id, rev, name))) throw notFound();
    const { revision, current } = await findRevision(id, rev);
    return send(reply, null, { data: onWire(revision, current) });
  });
  app.post<{ Params: Params }>(`${root}/revisions/:rev/restore`, { schema }, async (request, reply) => {
    const id = open(request);
    const { revision } = await findRevision(id, request.params.rev ?? '');
    const baseRev = (await store.findEditing(collection, id))?.rev ?? 0;
    const received = {
      values: restoredValues(collection, unpack(revision.values)),
      baseRev,
      tab: `restored ${revision.rev}`,
      n: now().getTime(),
    };
    const copy = await saveCopy(writer, collection, id, received, {
      by: accountOf(request),
      expected: ifCopyOf(request),
    });
    return send(reply, copy.seq, { data: { ...copyOnWire(model, copy), values: received.values } });
  });
}
