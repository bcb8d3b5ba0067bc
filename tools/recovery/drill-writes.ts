import type { ChaosProduct } from '@vidhi/chaos/chaos-product.ts';
import type { ExchangeOptions } from '@vidhi/harness/http-exchange.ts';
import type { DrilledService } from './drill-losses.ts';

/** A document that was written after the backup, and a check whether it still exists. */
export interface Written {
  name: string;
  /** Service whose database has the document. */
  owner: DrilledService;
  exists(): Promise<boolean>;
}

export interface AddedWrites {
  written: Written[];
  /** Assigned ids, by the kind of object. */
  ids: Map<string, number>;
}

type Json = Record<string, unknown>;

const PASSWORD = 'a-secret-of-the-drill';
const FIRST_ADDRESS = 5_000_000;
let addresses = FIRST_ADDRESS;

/** Creates the headers of another visitor for each request, as limits are counted by address. */
function visitor(): Record<string, string> {
  const n = (addresses += 1);
  return { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
}

async function send(site: ChaosProduct, path: string, options: ExchangeOptions = {}): Promise<Json> {
  const headers = { ...visitor(), ...options.headers };
  const { status, body, error } = await site.site(path, { ...options, headers });
  if (status === null || status >= 300) throw new Error(`${path}: ${status ?? error} ${body.slice(0, 200)}`);
  return JSON.parse(body) as Json;
}

const idOf = (response: Json): number => Number((response['data'] as { id: number }).id);
const cartOf = (name: string): string => `cart-of-the-drill-${name}`.padEnd(24, '-');

/** Writes one thing of each kind through the gateway. `name` is unique within a run. */
export async function writeEachKind(site: ChaosProduct, name: string): Promise<AddedWrites> {
  const ids = new Map<string, number>();
  const staff = await site.asAdministrator();
  const post = (path: string, data: object) =>
    send(site, path, { method: 'POST', headers: staff, body: { data } });
  const bookId = idOf(await post('/api/books', { Title: `Book of ${name}`, Price: 123 }));
  const postId = idOf(await post('/api/posts', { title: `Post of ${name}`, slug: `post-of-${name}` }));
  const lineId = idOf(
    await send(site, '/api/carts', {
      method: 'POST',
      body: { data: { catalog_books: 1, Quantity: 1, Batch_id: cartOf(name) } },
    }),
  );
  const email = `${name}@drill.example`;
  const registration = { email, username: name, password: PASSWORD, first_name: 'Asha' };
  const session = await send(site, '/api/auth/local/register', { method: 'POST', body: registration });
  await send(site, '/api/coming-soon-users', { method: 'POST', body: { data: { email } } });
  ids.set('book', bookId).set('post', postId).set('cart line', lineId);
  ids.set('account', (session['user'] as { id: number }).id);

  const isStatus = async (path: string, expected: number, options?: ExchangeOptions): Promise<boolean> =>
    (await site.site(path, { ...options, headers: { ...visitor(), ...options?.headers } })).status ===
    expected;
  const written: Written[] = [
    { name: 'a new book', owner: 'catalog', exists: () => isStatus(`/api/books/${bookId}`, 200) },
    {
      name: 'a new article',
      owner: 'news',
      exists: () => isStatus(`/api/posts/${postId}?publicationState=preview`, 200, { headers: { ...staff } }),
    },
    {
      name: 'a cart',
      owner: 'cart-orders',
      exists: async () => {
        const { data } = await send(site, `/api/carts?filters[Batch_id][$eq]=${cartOf(name)}`);
        return (data as unknown[]).length === 1;
      },
    },
    {
      name: 'an account',
      owner: 'accounts',
      exists: () =>
        isStatus('/api/auth/local', 200, {
          method: 'POST',
          body: { identifier: email, password: PASSWORD },
        }),
    },
    {
      name: 'a subscriber',
      owner: 'notify',
      exists: async () => (await site.databases.read('notify', 'subscribers', { email })).length === 1,
    },
  ];
  return { written, ids };
}

/** Sets the price of a book that exists since the start, in rupees. */
export async function setPrice(site: ChaosProduct, bookId: number, Price: number): Promise<void> {
  await send(site, `/api/books/${bookId}`, {
    method: 'PUT',
    headers: await site.asAdministrator(),
    body: { data: { Price } },
  });
}

/** Resolves with the price in the catalogue, and that by which cart-orders sells, in rupees. */
export async function readPrices(site: ChaosProduct, bookId: number): Promise<[number, number]> {
  const { data } = await send(site, `/api/books/${bookId}`);
  const copies = await site.databases.read<{ doc: { Price: number } | null }>('cart_orders', 'copied_book', {
    _id: bookId,
  });
  return [
    Number((data as { attributes: { Price: number } }).attributes.Price),
    Number(copies[0]?.doc?.Price ?? Number.NaN),
  ];
}
