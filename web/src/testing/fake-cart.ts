import { aBook } from './fake-catalogue.ts';
import { listOf } from './fake-api.ts';

interface FakeLine {
  id: number;
  bookId: number;
  quantity: number;
  batchId: string | null;
  userId: number | null;
}

export interface FakeCart {
  lines: FakeLine[];
  /** Price of each book in rupees; 499 for others. */
  prices: Record<number, number>;
  /** Ids of the categories of each book; none for others. */
  categories: Record<number, number[]>;
  /** Calls that fail with this status, as `PUT`. */
  failing: Record<string, number>;
  /** Calls in order, with their bodies. */
  calls: { call: string; body: unknown; authorization: string | null }[];
  /** Further responses by method and path. */
  responses: Record<string, (request: Request) => Response | Promise<Response>>;
}

export const aFakeCart = (): FakeCart => ({
  lines: [],
  prices: {},
  categories: {},
  failing: {},
  calls: [],
  responses: {},
});

const error = (status: number, message: string) =>
  Response.json({ data: null, error: { status, name: 'ApplicationError', message } }, { status });

/** Creates a `fetch` that responds as the cart of cart-orders does, with one account, 7. */
export function fakeCartFetch(cart: FakeCart): (request: Request) => Promise<Response> {
  const wire = ({ id, bookId, quantity, batchId }: FakeLine) => {
    const categories = cart.categories[bookId] ?? [];
    const book = aBook(bookId, { Price: cart.prices[bookId] ?? 499 });
    return {
      id,
      attributes: {
        Quantity: quantity,
        Batch_id: batchId,
        catalog_books: {
          data: {
            ...book,
            attributes: {
              ...book.attributes,
              Binding: 'Paperback',
              Category: listOf(categories.map((category) => ({ id: category, attributes: {} }))),
            },
          },
        },
      },
    };
  };

  function respond(
    method: string,
    path: string,
    query: string,
    data: Record<string, unknown>,
    isMember: boolean,
  ) {
    const status = cart.failing[method];
    if (status !== undefined) return error(status, 'down');
    if (path === '/api/carts' && method === 'GET') {
      const batch = /filters\[Batch_id\]\[\$eq\]=(\w+)/.exec(query)?.[1];
      const own = cart.lines.filter(({ userId, batchId }) =>
        batch === undefined ? userId === 7 && isMember : batchId === batch && userId === null,
      );
      return Response.json(listOf(own.map(wire)));
    }
    if (path === '/api/carts') {
      const batchId = (data['Batch_id'] as string | undefined) ?? null;
      const userId = isMember ? 7 : null;
      const merged = cart.lines.filter(
        (line) => isMember && line.userId === null && line.batchId === batchId,
      );
      for (const line of merged) line.userId = 7;
      const bookId = Number(data['catalog_books']);
      const existing = cart.lines.find((line) => line.bookId === bookId && line.userId === userId);
      if (existing !== undefined && merged.length === 0) existing.quantity += Number(data['Quantity']);
      const line = existing ?? {
        id: cart.lines.length + 1,
        bookId,
        quantity: Number(data['Quantity']),
        batchId,
        userId,
      };
      if (existing === undefined) cart.lines.push(line);
      return Response.json({ data: wire(line) });
    }
    const line = cart.lines.find(({ id }) => path === `/api/carts/${id}`);
    if (line === undefined) return error(404, 'Not Found');
    if (method === 'DELETE') cart.lines = cart.lines.filter((one) => one !== line);
    else line.quantity = Number(data['Quantity']);
    return Response.json({ data: wire(line) });
  }

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    const call = `${request.method} ${pathname}`;
    const authorization = request.headers.get('authorization');
    const own = cart.responses[call];
    if (own !== undefined) {
      cart.calls.push({ call, body, authorization });
      return own(request);
    }
    if (!pathname.startsWith('/api/carts')) return error(404, 'Not Found');
    cart.calls.push({ call, body, authorization });
    const data = ((body as { data?: Record<string, unknown> } | null)?.data ?? {}) as Record<string, unknown>;
    return respond(request.method, pathname, decodeURIComponent(search), data, authorization !== null);
  };
}
