import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  documentsOf,
  type ReadModel,
  requireData,
  respondList,
  respondOne,
  respondStored,
  validateWrite,
} from '@vidhi/content-engine';
import { type LiveModel, rawQueryOf } from '@vidhi/content-service';
import { forbidden, notFound } from '@vidhi/contracts/errors.ts';
import { audienceOf } from '@vidhi/service-kit/auth.ts';
import { methodNotAllowed } from '@vidhi/service-kit/error-responses.ts';
import { isHead } from '@vidhi/service-kit/head-response.ts';
import { bookCollection } from '../catalogue/catalogue-collections.ts';
import { createReadAccess, requireProof, type CartAccess } from './cart-access.ts';
import { cartCollection } from '@vidhi/collections/cart-orders/cart.ts';
import type { CartCookie } from './cart-cookie.ts';
import { guestOwner, noBook, userOwner, type CartLine } from './cart-line.ts';
import type { CartStore } from './cart-store.ts';
import { cartView } from './cart-view.ts';

export interface CartRoutesOptions {
  carts: CartStore;
  catalogue: Pick<LiveModel, 'model' | 'untilCurrent'>;
  cookie: CartCookie;
  publicUrl: URL;
}

interface IdParams {
  id: string;
}

const { name } = cartCollection;
/** A token that is not valid is an error on reads too: without it the request would show another cart. */
const config = { strictAuth: true };
const LINE_ID = /^[1-9]\d{0,14}$/;
const EMPTY: CartLine = {
  id: 1,
  owner: guestOwner(''),
  userId: null,
  bookId: 0,
  quantity: 1,
  batchId: null,
  batches: [],
  createdAt: new Date(0),
  updatedAt: new Date(0),
  lineId: '',
  rev: 0,
};

const CartBody = Type.Unknown({
  description:
    'An object whose data has catalog_books (the id of a book), Quantity and Batch_id. The account is always that of the token.',
});
const CartResponse = Type.Unknown({ description: 'As any entry of the content API; populate adds the book' });
const documented = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['carts'],
  security: [{}, { bearer: [] }],
  response: { 200: CartResponse },
});

/** Returns the `data` of a body with the keys that count. A list stays one: its validation fails as in the reference. */
function readData(body: unknown, pick: (data: object) => object): object {
  const data = requireData(body);
  return Array.isArray(data) ? data : pick(data);
}

const sendJson = (reply: FastifyReply, body: Buffer): FastifyReply =>
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(body);

/** §7.3 of the specification: `/api/carts`, in the dialect of the content API, over the lines of one's own carts. */
export async function cartRoutes(app: FastifyInstance, options: CartRoutesOptions): Promise<void> {
  const { carts, catalogue, cookie, publicUrl } = options;
  const { model } = catalogue;
  const readAccess = createReadAccess(cookie, publicUrl);
  const viewOf = (access: CartAccess, lines: readonly CartLine[]): ReadModel =>
    cartView(model, lines, access);

  /** Returns the response for a line; throws 400 for an invalid query. */
  const respondLine = (request: FastifyRequest, access: CartAccess, line: CartLine): Buffer =>
    respondStored(viewOf(access, [line]), name, line.id, rawQueryOf(request), audienceOf(request));

  /** Before a write, so that one whose response would be 400 changes nothing. */
  const requireValidQuery = (request: FastifyRequest, access: CartAccess): void =>
    void respondLine(request, access, EMPTY);

  /** Throws 404 for ids that are none, and for lines of other carts. */
  async function getLine(
    request: FastifyRequest<{ Params: IdParams }>,
    access: CartAccess,
  ): Promise<CartLine> {
    const { id } = request.params;
    const line = LINE_ID.test(id) ? await carts.find(Number(id), access.owners) : null;
    if (line === null) throw notFound();
    return line;
  }

  /** False for a book that was published a moment ago, and for none. */
  const hasBook = (data: object): boolean =>
    'catalog_books' in data &&
    model.store(bookCollection.name).find(Number(data.catalog_books)) !== undefined;

  app.get(
    '/api/carts',
    { config, schema: documented('Lines of the own cart', 'listCarts') },
    async (request, reply) => {
      const access = readAccess(request);
      if (access.owners.length === 0) throw forbidden();
      // Finishes a merge that a crash interrupted; HEAD changes nothing.
      if (access.userId !== null && !isHead(request)) await carts.merge(null, access.userId);
      const view = viewOf(access, await carts.list(access.owners));
      return sendJson(reply, respondList(view, name, rawQueryOf(request), audienceOf(request)));
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/carts/:id',
    { config, schema: documented('One line of the own cart', 'getCart') },
    async (request, reply) => {
      const access = readAccess(request);
      const line = await getLine(request, access);
      const view = viewOf(access, [line]);
      return sendJson(reply, respondOne(view, name, line.id, rawQueryOf(request), audienceOf(request)));
    },
  );

  app.post(
    '/api/carts',
    { schema: { ...documented('Add a book to the cart', 'createCart'), body: CartBody } },
    async (request, reply) => {
      const access = readAccess(request);
      const { userId } = access;
      requireValidQuery(request, access);
      const data = readData(request.body, (sent) => ({ ...sent, users_permissions_user: undefined }));
      if (!hasBook(data)) await catalogue.untilCurrent();
      const { Quantity: quantity, catalog_books: bookId } = validateWrite(model, name, data, 'create');
      // An object of the relation syntax names no book, and passes.
      if (typeof bookId !== 'number') throw noBook();
      if (documentsOf(model, bookCollection).get(bookId)?.is_hidden === true) throw noBook();
      const batchId = userId === null ? requireProof(access.batchId) : access.batchId;
      if (userId !== null) await carts.merge(batchId, userId);
      const line = await carts.add({
        owner: userId === null ? guestOwner(requireProof(batchId)) : userOwner(userId),
        userId,
        bookId,
        quantity: typeof quantity === 'number' ? quantity : 1,
        batchId,
      });
      if (userId === null && batchId !== null) reply.header('set-cookie', cookie.keep(batchId));
      return sendJson(reply, respondLine(request, access, line));
    },
  );

  app.put<{ Params: IdParams }>(
    '/api/carts/:id',
    { schema: { ...documented('Change the quantity of a line', 'updateCart'), body: CartBody } },
    async (request, reply) => {
      const access = readAccess(request);
      requireValidQuery(request, access);
      const line = await getLine(request, access);
      const data = readData(request.body, (sent) => ('Quantity' in sent ? { Quantity: sent.Quantity } : {}));
      const { Quantity: quantity } = validateWrite(model, name, data, 'update');
      const updated =
        typeof quantity === 'number' ? await carts.setQuantity(line.id, access.owners, quantity) : line;
      if (updated === null) throw notFound();
      return sendJson(reply, respondLine(request, access, updated));
    },
  );

  app.delete<{ Params: IdParams }>(
    '/api/carts/:id',
    { schema: documented('Remove a line', 'deleteCart') },
    async (request, reply) => {
      const access = readAccess(request);
      requireValidQuery(request, access);
      const line = await getLine(request, access);
      const body = respondLine(request, access, line);
      if (!(await carts.remove(line.id, access.owners))) throw notFound();
      return sendJson(reply, body);
    },
  );

  for (const [url, methods, allowed] of [
    ['/api/carts', ['PUT', 'PATCH', 'DELETE'], ['GET', 'HEAD', 'POST']],
    ['/api/carts/:id', ['POST', 'PATCH'], ['GET', 'HEAD', 'PUT', 'DELETE']],
  ] as const)
    app.route({
      method: [...methods],
      url,
      schema: { hide: true },
      handler: (_request, reply) => methodNotAllowed(reply, allowed),
    });
}
