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
import type { AuthorizeWrite, ContentWriter, WriteAction, WriteContext } from './content-writer.ts';
import { createReadLanes } from './read-lanes.ts';
import type { ReadLanes } from './read-lanes.ts';

export interface ContentRoutesOptions {
  model: ReadModel;
  /** Those that are addressed here; related ones only need to be in the model. */
  collections: readonly Collection[];
  audienceOf: (request: FastifyRequest) => Audience;
  /** Absent: nobody may write. */
  authorize?: AuthorizeWrite;
  /** Absent: writes are refused with 405. */
  writer?: ContentWriter;
  /** Resolves when the model has caught up; awaited before a write is rejected for unknown links. */
  untilCurrent?: () => Promise<void>;
  /** In tests, lanes that can be held. */
  lanes?: ReadLanes;
}

interface IdParams {
  id: string;
}

/** Described by `openapi.ts`, from the declarations. */
const HIDDEN: FastifySchema & { hide: true } = { hide: true };

const JSON_TYPE = 'application/json; charset=utf-8';

function sendJson(reply: FastifyReply, body: Buffer): FastifyReply {
  return reply.type(JSON_TYPE).send(body);
}

/** Sends what a write answers once other processes can know of it: a client may read from any of them next. */
async function sendWritten(
  writer: ContentWriter,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
): Promise<FastifyReply> {
  await writer.acknowledged?.(request);
  return sendJson(reply, body);
}

/** Sends what a read answers: at once, or when its turn among the costly ones has come. */
function sendRead(
  reply: FastifyReply,
  lanes: ReadLanes,
  key: string,
  execute: Parameters<ReadLanes['read']>[1],
): FastifyReply | Promise<FastifyReply> {
  const body = lanes.read(key, execute);
  return body instanceof Promise ? body.then((late) => sendJson(reply, late)) : sendJson(reply, body);
}

/** The query string as it was sent, without its question mark. */
export function rawQueryOf({ url }: { url: string }): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

/** `GET`, and with a writer `POST`, `PUT` and `DELETE`, of each collection, in the reference's dialect. */
export async function contentRoutes(app: FastifyInstance, options: ContentRoutesOptions): Promise<void> {
  addBodyParsers(app);
  const withLock = createMutex();
  const lanes = options.lanes ?? createReadLanes();
  for (const collection of options.collections) {
    if (collection.kind === 'single') addSingle(app, collection, { ...options, withLock, lanes });
    else {
      addCollection(app, collection, { ...options, withLock, lanes });
      for (const { plural, fixed } of collection.aliases)
        addCollection(app, collection, { ...options, withLock, lanes }, `/${plural}`, fixed);
    }
  }
}

function addCollection(
  app: FastifyInstance,
  collection: Collection,
  options: ContentRoutesOptions & { withLock: WithLock; lanes: ReadLanes },
  root = `/${collection.plural}`,
  fixed?: FixedValues,
): void {
  const { model, audienceOf, withLock, lanes } = options;
  const { name } = collection;
  const { schema } = model.store(name);
  const one = `${root}/:id`;
  app.get(root, { schema: HIDDEN }, (request, reply) => {
    const audience = audienceOf(request);
    return sendRead(reply, lanes, `${audience} ${request.url}`, (cost) =>
      respondList(model, name, rawQueryOf(request), audience, fixed, cost),
    );
  });
  app.get<{ Params: IdParams }>(one, { schema: HIDDEN }, (request, reply) => {
    const audience = audienceOf(request);
    return sendRead(reply, lanes, `${audience} ${request.url}`, (cost) =>
      respondOne(model, name, request.params.id, rawQueryOf(request), audience, fixed, cost),
    );
  });
  const { writer } = options;
  if (writer === undefined) {
    rejectMethods(app, root, ['POST', 'PUT', 'PATCH', 'DELETE']);
    rejectMethods(app, one, ['POST', 'PUT', 'PATCH', 'DELETE']);
    return;
  }
  rejectMethods(app, root, ['PUT', 'PATCH', 'DELETE']);
  rejectMethods(app, one, ['POST', 'PATCH']);
  app.post(root, { schema: HIDDEN }, async (request, reply) => {
    const audience = audienceOf(request);
    const sent = await authorized(options, request, { collection, action: 'create', id: undefined });
    const data = fixed === undefined ? sent : withFixed(sent, fixed);
    requireValidQuery(model, name, rawQueryOf(request), audience);
    await untilLinksKnown(options, name, data);
    const create = async (): Promise<Buffer> => {
      const patch = validateWrite(model, name, requireData({ data }), 'create');
      const { id } = await writer.create(collection, patch, { request, audience });
      await linkOthers(options, writer, collection, id, data, { request, audience });
      return respondStored(model, name, id, rawQueryOf(request), audience);
    };
    const body = await (hasRelations(schema, data) ? withLock(create) : create());
    return sendWritten(writer, request, reply, body);
  });
  app.put<{ Params: IdParams }>(one, { schema: HIDDEN }, async (request, reply) => {
    const audience = audienceOf(request);
    const known = findById(model.store(name), request.params.id, fixed)?.id;
    const data = await authorized(options, request, { collection, action: 'update', id: known });
    requireValidQuery(model, name, rawQueryOf(request), audience);
    const checked = requireData({ data });
    if (known === undefined) throw notFound();
    await untilLinksKnown(options, name, checked);
    const update = async (): Promise<Buffer> => {
      const patch = validateWrite(model, name, checked, 'update', { id: known });
      await writer.update(collection, known, patch, { request, audience });
      await linkOthers(options, writer, collection, known, checked, { request, audience });
      return respondStored(model, name, known, rawQueryOf(request), audience);
    };
    const body = await (hasRelations(schema, checked) ? withLock(update) : update());
    return sendWritten(writer, request, reply, body);
  });
  app.delete<{ Params: IdParams }>(one, { schema: HIDDEN }, async (request, reply) => {
    const audience = audienceOf(request);
    const known = findById(model.store(name), request.params.id, fixed)?.id;
    await authorized(options, request, { collection, action: 'delete', id: known });
    requireValidQuery(model, name, rawQueryOf(request), audience);
    if (known === undefined) throw notFound();
    const answer = respondStored(model, name, known, rawQueryOf(request), audience);
    await writer.remove(collection, known, { request, audience });
    return sendWritten(writer, request, reply, answer);
  });
}

function addSingle(
  app: FastifyInstance,
  collection: Collection,
  options: ContentRoutesOptions & { withLock: WithLock; lanes: ReadLanes },
): void {
  const { model, audienceOf, writer, withLock, lanes } = options;
  const { name } = collection;
  const path = `/${name}`;
  const current = (): number | undefined => model.store(name).order([]).documents[0]?.id;
  app.get(path, { schema: HIDDEN }, (request, reply) => {
    const audience = audienceOf(request);
    return sendRead(reply, lanes, `${audience} ${request.url}`, (cost) =>
      respondSingle(model, name, rawQueryOf(request), audience, cost),
    );
  });
  if (writer === undefined) {
    rejectMethods(app, path, ['POST', 'PUT', 'PATCH', 'DELETE']);
    return;
  }
  rejectMethods(app, path, ['POST', 'PATCH']);
  app.put(path, { schema: HIDDEN }, async (request, reply) => {
    const audience = audienceOf(request);
    const data = await authorized(options, request, { collection, action: 'update', id: current() });
    requireValidQuery(model, name, rawQueryOf(request), audience);
    const checked = requireData({ data });
    const context = { request, audience };
    await untilLinksKnown(options, name, checked);
    // Every write of a single type takes the lock: two first writes would both create it.
    const body = await withLock(async () => {
      const existing = current();
      const { id } =
        existing === undefined
          ? await writer.create(collection, validateWrite(model, name, checked, 'create'), context)
          : await writer.update(
              collection,
              existing,
              validateWrite(model, name, checked, 'update', { id: existing }),
              context,
            );
      return respondStored(model, name, id, rawQueryOf(request), audience);
    });
    return sendWritten(writer, request, reply, body);
  });
  app.delete(path, { schema: HIDDEN }, async (request, reply) => {
    const audience = audienceOf(request);
    const known = current();
    await authorized(options, request, { collection, action: 'delete', id: known });
    requireValidQuery(model, name, rawQueryOf(request), audience);
    if (known === undefined) throw notFound();
    const answer = respondStored(model, name, known, rawQueryOf(request), audience);
    await writer.remove(collection, known, { request, audience });
    return sendWritten(writer, request, reply, answer);
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

/** Lets the model catch up when a body links documents that it does not have, as of another service or process. */
async function untilLinksKnown(
  { model, untilCurrent }: ContentRoutesOptions,
  name: string,
  data: unknown,
): Promise<void> {
  if (untilCurrent !== undefined && hasUnknownLinks(model, name, data)) await untilCurrent();
}

/** Stores what a body says about relations that other documents hold. */
async function linkOthers(
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

/** The `data` to write, once the caller is known to be allowed to write it. */
async function authorized(
  { authorize }: ContentRoutesOptions,
  request: FastifyRequest,
  write: { collection: Collection; action: WriteAction; id: number | undefined },
): Promise<unknown> {
  if (authorize === undefined) throw forbidden();
  const { body } = request;
  const data: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  const replaced: unknown = await authorize({ request, data, ...write });
  return replaced === undefined ? data : replaced;
}
