import { createConnection, type Connection } from 'mongoose';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mongoOrigin } from '@vidhi/content-service/import-endpoint.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { aCartApp, asUser, BATCH_ID } from '../cart-app-builder.ts';
import { mongoCartImporter } from './cart-importer.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { CART_LINES } from './cart-collection.ts';
import { mongoCartStore } from './mongo-cart-store.ts';

const database = freshDatabase('cart-import');
let connection: Connection;
let app: FastifyInstance;

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [CART_LINES]);
  app = await aCartApp(mongoCartStore(connection), {
    importer: mongoCartImporter(connection),
    origin: mongoOrigin(connection),
  });
});
afterEach(async () => {
  for (const name of ['cart_lines', 'imported_cart_lines', 'import_origin', 'counters'])
    await connection.collection(name).deleteMany({});
});
afterAll(async () => {
  await app.close();
  await connection.close();
  await database.drop();
});

const TIMES = { createdAt: '2026-09-01T09:00:00.000Z', updatedAt: '2026-11-02T09:00:00.000Z' };
const aLine = (id: number, values: object = {}) => ({
  id,
  Quantity: 2,
  Batch_id: BATCH_ID,
  users_permissions_user: null,
  catalog_books: 2,
  ...TIMES,
  ...values,
});
const SERVICE = { 'x-service-token': 's'.repeat(32) };
async function importLines(
  items: object[],
  site = 'site',
  headers: Record<string, string> = SERVICE,
  dryRun = false,
) {
  const payload = { items, origin: { site, demo: site === 'demo' }, dryRun };
  const response = await app.inject({ method: 'POST', url: '/internal/import/cart', headers, payload });
  return { status: response.statusCode, body: response.json() };
}
const guestLines = async () =>
  (await app.inject(`/api/carts?filters[Batch_id][$eq]=${BATCH_ID}`)).json().data;
const ACCOUNT = asUser(1);
const accountLines = async () => (await app.inject({ url: '/api/carts', headers: ACCOUNT })).json().data;

describe('the import of carts', () => {
  it('stores the lines of guests and of accounts under their ids and times', async () => {
    const items = [aLine(5), aLine(7, { users_permissions_user: 1, Batch_id: 'short', Quantity: null })];
    expect((await importLines(items)).body).toEqual({ imported: 2, unchanged: 0, skipped: [] });
    expect(await guestLines()).toEqual([
      { id: 5, attributes: { Quantity: 2, Batch_id: BATCH_ID, ...TIMES } },
    ]);
    expect(await accountLines()).toMatchObject([{ id: 7, attributes: { Quantity: 1 } }]);
    const added = await app.inject({
      method: 'POST',
      url: '/api/carts',
      payload: { data: { catalog_books: 3, Quantity: 1, Batch_id: BATCH_ID } },
    });
    expect(added.json().data.id).toBe(8);
    const status = await app.inject({ url: '/internal/import-status', headers: SERVICE });
    expect(status.json()).toEqual({ origin: { site: 'site', demo: false }, counts: { cart: 2 } });
  });

  it('adds up the copies of lines of one book, up to the limit', async () => {
    await importLines([aLine(5, { Quantity: 4 }), aLine(6, { Quantity: 3 }), aLine(7, { Quantity: 99 })]);
    expect(await guestLines()).toMatchObject([{ id: 5, attributes: { Quantity: 20 } }]);
  });

  it('changes nothing when it is repeated, whatever became of the lines', async () => {
    const items = [aLine(5), aLine(6), aLine(7, { catalog_books: 3 })];
    await importLines(items);
    const url = `/api/carts/7?Batch_id=${BATCH_ID}`;
    expect((await app.inject({ method: 'DELETE', url })).statusCode).toBe(200);
    expect((await importLines(items)).body).toEqual({ imported: 0, unchanged: 3, skipped: [] });
    expect(await guestLines()).toMatchObject([{ id: 5, attributes: { Quantity: 4 } }]);
  });

  it('is finished by a repetition after a crash between the line and the note that it was imported', async () => {
    await importLines([aLine(5), aLine(6)]);
    await connection.collection('imported_cart_lines').deleteMany({});
    await importLines([aLine(5), aLine(6)]);
    expect(await guestLines()).toMatchObject([{ id: 5, attributes: { Quantity: 4 } }]);
  });

  it('gives a line another id where a visitor has used its own', async () => {
    const payload = { data: { catalog_books: 9, Quantity: 1, Batch_id: 'c'.repeat(16) } };
    const { id } = (await app.inject({ method: 'POST', url: '/api/carts', payload })).json().data;
    await importLines([aLine(id)]);
    expect(await guestLines()).toMatchObject([{ id: id + 1 }]);
  });

  it('skips and reports lines that cannot be of a cart', async () => {
    const items = [
      aLine(1, { catalog_books: null }),
      aLine(2, { Batch_id: '1' }),
      aLine(3, { Batch_id: null }),
      aLine(4, { Quantity: 0 }),
    ];
    const { body } = await importLines(items);
    expect(body.imported).toBe(0);
    expect(body.skipped.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4]);
  });

  it('stores nothing in a dry run, neither lines nor the site', async () => {
    await importLines([aLine(5)]);
    const { body } = await importLines(
      [aLine(5), aLine(6), aLine(7, { Batch_id: '1' })],
      'site',
      SERVICE,
      true,
    );
    expect(body).toMatchObject({ imported: 1, unchanged: 1, skipped: [{ id: 7 }] });
    expect((await importLines([aLine(6)], 'other', SERVICE, true)).status).toBe(409);
    expect(await guestLines()).toMatchObject([{ id: 5, attributes: { Quantity: 2 } }]);
  });

  it('replaces the demo on request alone, and is for services', async () => {
    await importLines([aLine(5)], 'demo');
    expect((await importLines([aLine(6)])).status).toBe(409);
    const replaced = await importLines([aLine(6, { Quantity: 1 })], 'site', {
      ...SERVICE,
      'x-import-replace': 'true',
    });
    expect(replaced.status).toBe(200);
    expect(await guestLines()).toMatchObject([{ id: 6, attributes: { Quantity: 1 } }]);
    expect((await importLines([aLine(7)], 'site', {})).status).toBe(403);
  });
});
