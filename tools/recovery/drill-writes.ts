import type { ChaosProduct } from '@vidhi/chaos/chaos-product.ts';
import type { ListBody, Name, OneBody, Stored } from '@vidhi/collections/all.ts';
import type { SessionResponse } from '@vidhi/contracts/account-responses.ts';
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

const PASSWORD = 'a-secret-of-the-drill';
const FIRST_ADDRESS = 5_000_000;
let addresses = FIRST_ADDRESS;

/** Creates the headers of another visitor for each request, as limits are counted by address. */
function visitor(): Record<string, string> {
  const n = (addresses += 1);
  return { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
}

async function send<Body>(site: ChaosProduct, path: string, options: ExchangeOptions = {}): Promise<Body> {
  const headers = { ...visitor(), ...options.headers };
  const { status, body, error } = await site.site(path, { ...options, headers });
  if (status === null || status >= 300) throw new Error(`${path}: ${status ?? error} ${body.slice(0, 200)}`);
  return JSON.parse(body) as Body;
}

const cartOf = (name: string): string => `cart-of-the-drill-${name}`.padEnd(24, '-');

/** Writes one thing of each kind through the gateway. `name` is unique within a run. */
export async function writeEachKind(site: ChaosProduct, name: string): Promise<AddedWrites> {
  const ids = new Map<string, number>();
  const staff = await site.asAdministrator();
  const create = async <N extends Name>(path: string, data: object): Promise<number> =>
    (await send<OneBody<N>>(site, path, { method: 'POST', headers: staff, body: { data } })).data.id;
  const bookId = await create<'book'>('/api/books', { Title: `Book of ${name}`, Price: 123 });
  const postId = await create<'post'>('/api/posts', { title: `Post of ${name}`, slug: `post-of-${name}` });
  const { data: line } = await send<OneBody<'cart'>>(site, '/api/carts', {
    method: 'POST',
    body: { data: { catalog_books: 1, Quantity: 1, Batch_id: cartOf(name) } },
  });
  const email = `${name}@drill.example`;
  const registration = { email, username: name, password: PASSWORD, first_name: 'Asha' };
  const { user } = await send<SessionResponse>(site, '/api/auth/local/register', {
    method: 'POST',
    body: registration,
  });
  await send(site, '/api/coming-soon-users', { method: 'POST', body: { data: { email } } });
  ids.set('book', bookId).set('post', postId).set('cart line', line.id);
  ids.set('account', user.id);

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
        const query = `filters[Batch_id][$eq]=${cartOf(name)}`;
        return (await send<ListBody<'cart'>>(site, `/api/carts?${query}`)).data.length === 1;
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
  const { data } = await send<OneBody<'book'>>(site, `/api/books/${bookId}`);
  const copies = await site.databases.read<{ doc: Stored<'book'> | null }>('cart_orders', 'copied_book', {
    _id: bookId,
  });
  return [data.attributes.Price ?? Number.NaN, copies[0]?.doc?.Price ?? Number.NaN];
}
