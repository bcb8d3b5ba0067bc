/**
 * `http/` serves collections: the routes (this file), body parsers, the scheduler of costly reads, and the interface of
 * the writer that stores validated writes.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { methodNotAllowed } from '@vidhi/service-kit/error-responses.ts';
import { forbidden, notFound } from '@vidhi/contracts/errors.ts';
import { addBodyParsers } from './body-parsers.ts';
import {
  type Audience,
  type FixedValues,
  hasUnknownLinks,
  type WithLock,
  inverseChanges,
  hasRelations,
  requireValidQuery,
} from '@vidhi/content-engine/internal.ts';
import {
  type Collection,
  createMutex,
  findById,
  type ReadModel,
  requireData,
  respondList,
  respondOne,
  respondSingle,
  respondStored,
  validateWrite,
} from '@vidhi/content-engine';
import type {
  AuthorizeWrite,
  ContentWriter,
  WriteAction,
  WriteContext,
  WriteRequest,
} from './content-writer.ts';
import { ifEditedOf, readConditions, readEdited, setCopyHeader, setEditHeaders } from './edit-conditions.ts';
import type { ShowsPicture } from '@vidhi/contracts/image-origins.ts';
import { findWriteNotes, withWriteNotes } from './write-notes.ts';
import { createReadScheduler } from './read-scheduler.ts';
import type { ReadScheduler } from './read-scheduler.ts';

export interface ContentRoutesOptions {
  model: ReadModel;
  /** Collections with routes. Related collections only need to be in the model. */
  collections: readonly Collection[];
  /** Audience of a request in a collection. */
  audienceOf: (request: FastifyRequest, collection: Collection) => Audience;
  /** Authorizes writes; all are 403 when absent. */
  authorize?: AuthorizeWrite;
  /** Executes writes; they are 405 when absent. */
  writer?: ContentWriter;
  /** Resolves when the model has caught up; awaited before a write is rejected for unknown links. */
  untilCurrent?: () => Promise<void>;
  /** Replaced in tests. */
  scheduler?: ReadScheduler;
  /** Lists that the service serves itself to some clients. */
  ownList?: OwnList;
  /** Updates that the service executes itself. */
  ownUpdate?: OwnUpdate;
  /** Tells staff which pictures of a text pages block; without it they show all. */
  showsPicture?: ShowsPicture;
}

/** Resolves with the body of the response; undefined for a list that is the same for everybody. */
export type OwnList = (
  request: FastifyRequest,
  reply: FastifyReply,
  collection: Collection,
) => Promise<Buffer | string> | undefined;

/**
 * Returns what executes an update instead of the writer, before the stored document is sent; undefined for all others. Throws an
 * error when the client may not do it.
 */
export type OwnUpdate = (
  write: Omit<WriteRequest, 'action'>,
  reply: FastifyReply,
) => (() => Promise<void>) | undefined;

interface IdParams {
  id: string;
}

const SINGLE_ID = 1;

/** Hides the routes from @fastify/swagger, as `openapi/` documents them. */
const HIDDEN: FastifySchema & { hide: true } = { hide: true };

const JSON_TYPE = 'application/json; charset=utf-8';

function sendJson(reply: FastifyReply, body: Buffer | string): FastifyReply {
  return reply.type(JSON_TYPE).send(body);
}

/** Sends the response to a write after its events are published, as the client may read from another process next. */
async function sendWritten(
  writer: ContentWriter,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
): Promise<FastifyReply> {
  await writer.acknowledged?.(request);
  return sendJson(reply, body);
}

/** Adds what readers will not see of a write to the response of staff. */
function withNotes(
  body: Buffer,
  { collection, data, audience }: { collection: Collection; data: unknown; audience: Audience },
  { showsPicture }: ContentRoutesOptions,
): Buffer {
  if (audience !== 'staff' || typeof data !== 'object' || data === null) return body;
  return withWriteNotes(body, findWriteNotes(collection, data, showsPicture));
}

/** Executes a read and sends its response; costly reads are queued. */
function sendRead(
  reply: FastifyReply,
  scheduler: ReadScheduler,
  key: string,
  execute: Parameters<ReadScheduler['read']>[1],
): FastifyReply | Promise<FastifyReply> {
  const body = scheduler.read(key, execute);
  return body instanceof Promise ? body.then((late) => sendJson(reply, late)) : sendJson(reply, body);
}

/** Returns the raw query string without the question mark. */
export function rawQueryOf({ url }: { url: string }): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

/** Registers `GET`, and with a writer `POST`, `PUT` and `DELETE`, for each collection and its aliases. */
export async function contentRoutes(app: FastifyInstance, options: ContentRoutesOptions): Promise<void> {
  addBodyParsers(app);
  const withLock = createMutex();
  const scheduler = options.scheduler ?? createReadScheduler();
  for (const collection of options.collections) {
    if (collection.kind === 'single') addSingle(app, collection, { ...options, withLock, scheduler });
    else {
      addCollection(app, collection, { ...options, withLock, scheduler });
      for (const { plural, fixed } of collection.aliases)
        addCollection(app, collection, { ...options, withLock, scheduler }, `/${plural}`, fixed);
    }
  }
}

function addCollection(
  app: FastifyInstance,
  collection: Collection,
  options: ContentRoutesOptions & { withLock: WithLock; scheduler: ReadScheduler },
  root = `/${collection.plural}`,
  fixed?: FixedValues,
): void {
  const { model, audienceOf, withLock, scheduler } = options;
  const { name } = collection;
  const { schema } = model.store(name);
  const one = `${root}/:id`;
  app.get(root, { schema: HIDDEN }, (request, reply) => {
    const own = options.ownList?.(request, reply, collection);
    if (own !== undefined) return own.then((body) => sendJson(reply, body));
    const audience = audienceOf(request, collection);
    return sendRead(reply, scheduler, `${audience} ${request.url}`, (cost) =>
      respondList(model, name, rawQueryOf(request), audience, fixed, cost),
    );
  });
  const { writer } = options;
  app.get<{ Params: IdParams }>(one, { schema: HIDDEN }, (request, reply) => {
    const audience = audienceOf(request, collection);
    const respond = (): FastifyReply | Promise<FastifyReply> =>
      sendRead(reply, scheduler, `${audience} ${request.url}`, (cost) =>
        respondOne(model, name, request.params.id, rawQueryOf(request), audience, fixed, cost),
      );
    const id = audience === 'staff' ? findById(model.store(name), request.params.id, fixed)?.id : undefined;
    return writer === undefined || id === undefined
      ? respond()
      : readEdited(writer, collection, id, reply).then(respond);
  });
  if (writer === undefined) {
    rejectMethods(app, root, ['POST', 'PUT', 'PATCH', 'DELETE']);
    rejectMethods(app, one, ['POST', 'PUT', 'PATCH', 'DELETE']);
    return;
  }
  rejectMethods(app, root, ['PUT', 'PATCH', 'DELETE']);
  rejectMethods(app, one, ['POST', 'PATCH']);
  app.post(root, { schema: HIDDEN }, async (request, reply) => {
    const audience = audienceOf(request, collection);
    const authorized = await authorizeData(options, request, {
      collection,
      action: 'create',
      id: undefined,
    });
    const data = fixed === undefined ? authorized : withFixed(authorized, fixed);
    requireValidQuery(model, name, rawQueryOf(request), audience);
    await catchUpForLinks(options, name, data);
    const create = async (): Promise<Buffer> => {
      const patch = validateWrite(model, name, requireData({ data }), 'create');
      const { id } = await writer.create(collection, patch, { request, audience });
      await writeInverseRelations(options, writer, collection, id, data, { request, audience });
      if (audience === 'staff') setEditHeaders(reply, writer.editMade?.(request, collection, id));
      return respondStored(model, name, id, rawQueryOf(request), audience);
    };
    const body = await (hasRelations(schema, data) ? withLock(create) : create());
    return sendWritten(writer, request, reply, withNotes(body, { collection, data, audience }, options));
  });
  app.put<{ Params: IdParams }>(one, { schema: HIDDEN }, async (request, reply) => {
    const audience = audienceOf(request, collection);
    const existingId = findById(model.store(name), request.params.id, fixed)?.id;
    const update = { request, collection, id: existingId, data: dataOf(request) };
    const execute = options.ownUpdate?.(update, reply);
    if (execute !== undefined && existingId !== undefined) {
      requireValidQuery(model, name, rawQueryOf(request), audience);
      await execute();
      return sendJson(reply, respondStored(model, name, existingId, rawQueryOf(request), audience));
    }
    const data = await authorizeData(options, request, { collection, action: 'update', id: existingId });
    requireValidQuery(model, name, rawQueryOf(request), audience);
    const received = requireData({ data });
    if (existingId === undefined) throw notFound();
    const target = { collection, id: existingId };
    const { input, edit } = await readConditions(writer, target, { request, audience }, received);
    // The working copy may have what its writer may not save.
    if (edit.usesCopy !== undefined)
      await options.authorize?.({ request, collection, action: 'update', id: existingId, data: input });
    await catchUpForLinks(options, name, input);
    const store = async (): Promise<Buffer> => {
      const patch = validateWrite(model, name, input, 'update', { id: existingId });
      await writer.update(collection, existingId, patch, { request, audience, edit });
      await writeInverseRelations(options, writer, collection, existingId, input, { request, audience });
      if (audience === 'staff') setEditHeaders(reply, writer.editMade?.(request, collection, existingId));
      setCopyHeader(reply, edit);
      return respondStored(model, name, existingId, rawQueryOf(request), audience);
    };
    const body = await (hasRelations(schema, input) ? withLock(store) : store());
    return sendWritten(
      writer,
      request,
      reply,
      withNotes(body, { collection, data: input, audience }, options),
    );
  });
  app.delete<{ Params: IdParams }>(one, { schema: HIDDEN }, async (request, reply) => {
    const audience = audienceOf(request, collection);
    const existingId = findById(model.store(name), request.params.id, fixed)?.id;
    await authorizeData(options, request, { collection, action: 'delete', id: existingId });
    requireValidQuery(model, name, rawQueryOf(request), audience);
    if (existingId === undefined) throw notFound();
    const body = respondStored(model, name, existingId, rawQueryOf(request), audience);
    const edit = { ifEdited: ifEditedOf(request, audience) };
    await writer.remove(collection, existingId, { request, audience, edit });
    return sendWritten(writer, request, reply, body);
  });
}

function addSingle(
  app: FastifyInstance,
  collection: Collection,
  options: ContentRoutesOptions & { withLock: WithLock; scheduler: ReadScheduler },
): void {
  const { model, audienceOf, writer, withLock, scheduler } = options;
  const { name } = collection;
  const path = `/${name}`;
  const current = (): number | undefined => model.store(name).order([]).documents[0]?.id;
  app.get(path, { schema: HIDDEN }, (request, reply) => {
    const audience = audienceOf(request, collection);
    const respond = (): FastifyReply | Promise<FastifyReply> =>
      sendRead(reply, scheduler, `${audience} ${request.url}`, (cost) =>
        respondSingle(model, name, rawQueryOf(request), audience, cost),
      );
    const id = audience === 'staff' ? current() : undefined;
    return writer === undefined || id === undefined
      ? respond()
      : readEdited(writer, collection, id, reply).then(respond);
  });
  if (writer === undefined) {
    rejectMethods(app, path, ['POST', 'PUT', 'PATCH', 'DELETE']);
    return;
  }
  rejectMethods(app, path, ['POST', 'PATCH']);
  app.put(path, { schema: HIDDEN }, async (request, reply) => {
    const audience = audienceOf(request, collection);
    const data = await authorizeData(options, request, { collection, action: 'update', id: current() });
    requireValidQuery(model, name, rawQueryOf(request), audience);
    const target = { collection, id: current() ?? SINGLE_ID };
    const client = { request, audience };
    const { input, edit } = await readConditions(writer, target, client, requireData({ data }));
    const context = { request, audience, edit };
    await catchUpForLinks(options, name, input);
    // Every write of a single type takes the lock: two first writes would both create it.
    const body = await withLock(async () => {
      const existing = current();
      const { id } =
        existing === undefined
          ? await writer.create(collection, validateWrite(model, name, input, 'create'), context)
          : await writer.update(
              collection,
              existing,
              validateWrite(model, name, input, 'update', { id: existing }),
              context,
            );
      if (audience === 'staff') setEditHeaders(reply, writer.editMade?.(request, collection, id));
      setCopyHeader(reply, edit);
      return respondStored(model, name, id, rawQueryOf(request), audience);
    });
    return sendWritten(
      writer,
      request,
      reply,
      withNotes(body, { collection, data: input, audience }, options),
    );
  });
  app.delete(path, { schema: HIDDEN }, async (request, reply) => {
    const audience = audienceOf(request, collection);
    const existingId = current();
    await authorizeData(options, request, { collection, action: 'delete', id: existingId });
    requireValidQuery(model, name, rawQueryOf(request), audience);
    if (existingId === undefined) throw notFound();
    const body = respondStored(model, name, existingId, rawQueryOf(request), audience);
    const edit = { ifEdited: ifEditedOf(request, audience) };
    await writer.remove(collection, existingId, { request, audience, edit });
    return sendWritten(writer, request, reply, body);
  });
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

function rejectMethods(app: FastifyInstance, url: string, methods: readonly string[]): void {
  const allowed = METHODS.filter((method) => !methods.includes(method));
  app.route({
    method: [...methods],
    url,
    schema: HIDDEN,
    handler: (_request, reply) => methodNotAllowed(reply, allowed),
  });
}

const withFixed = (data: unknown, fixed: FixedValues): unknown =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data, ...fixed } : data;

/** Waits for the model to catch up when a body links to documents that it does not have, for example of another service. */
async function catchUpForLinks(
  { model, untilCurrent }: ContentRoutesOptions,
  name: string,
  data: unknown,
): Promise<void> {
  if (untilCurrent !== undefined && hasUnknownLinks(model, name, data)) await untilCurrent();
}

/** Updates the documents that store the owning side of the inverse relations in a body. */
async function writeInverseRelations(
  { model }: ContentRoutesOptions,
  writer: ContentWriter,
  { name }: Collection,
  id: number,
  data: unknown,
  context: WriteContext,
): Promise<void> {
  if (typeof data !== 'object' || data === null) return;
  for (const change of inverseChanges(model, name, id, data)) {
    await writer.update(change.collection, change.id, change.patch, context);
  }
}

const dataOf = ({ body }: FastifyRequest): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;

/** Resolves with the `data` to write. Rejects when the client may not write it. */
async function authorizeData(
  { authorize }: ContentRoutesOptions,
  request: FastifyRequest,
  write: { collection: Collection; action: WriteAction; id: number | undefined },
): Promise<unknown> {
  if (authorize === undefined) throw forbidden();
  const data = dataOf(request);
  const replaced: unknown = await authorize({ request, data, ...write });
  return replaced === undefined ? data : replaced;
}
