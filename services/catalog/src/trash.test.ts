import { afterEach, describe, expect, it } from 'vitest';
import { aCatalog, asRole, type CatalogUnderTest } from './catalog-builder.ts';

let made: CatalogUnderTest;
afterEach(async () => made.app.close());

const [EDITOR, ADMINISTRATOR] = [asRole(10), asRole(11)];
async function call(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  headers: Record<string, string> = EDITOR,
  data?: object,
) {
  const response = await made.app.inject({
    method,
    url,
    headers,
    ...(data === undefined ? {} : { payload: { data } }),
  });
  return { status: response.statusCode, ...response.json() };
}

describe('the trash of the catalogue', () => {
  it('holds a removed book, which comes back with its id and the lists that it names', async () => {
    made = await aCatalog();
    await call('POST', '/api/publishers', EDITOR, { name: 'Eastern' });
    const { data } = await call('POST', '/api/books', EDITOR, { Title: 'Acts', Price: 100, publishers: [1] });
    const url = `/api/books/${data.id}`;
    await call('DELETE', url);
    await call('DELETE', '/api/publishers/1');
    expect((await call('GET', url)).status).toBe(404);
    expect((await call('GET', '/api/books/trash')).data).toMatchObject([{ id: data.id, label: 'Acts' }]);
    expect((await call('GET', '/api/publishers/trash')).data).toMatchObject([{ id: 1, label: 'Eastern' }]);
    expect((await call('POST', `/api/books/trash/${data.id}/restore`)).status).toBe(200);
    expect((await call('POST', '/api/publishers/trash/1/restore')).status).toBe(200);
    const restored = await call('GET', `${url}?populate=publishers`, {});
    expect(restored.data).toMatchObject({
      id: data.id,
      attributes: { Title: 'Acts', publishers: { data: [{ id: 1 }] } },
    });
    expect(made.store.events.map(({ type }) => type).filter((type) => type.startsWith('book.'))).toEqual([
      'book.published',
      'book.withdrawn',
      'book.published',
    ]);
  });

  it('loses a book for ever by an administrator alone', async () => {
    made = await aCatalog();
    const { data } = await call('POST', '/api/books', EDITOR, { Title: 'Acts', Price: 100 });
    const url = `/api/books/trash/${data.id}`;
    expect((await call('DELETE', url, ADMINISTRATOR)).status).toBe(404);
    await call('DELETE', `/api/books/${data.id}`);
    expect((await call('DELETE', url)).status).toBe(403);
    expect(await call('DELETE', url, ADMINISTRATOR)).toMatchObject({
      status: 200,
      data: { id: data.id, label: 'Acts' },
    });
    expect((await call('GET', '/api/books/trash')).data).toEqual([]);
    expect((await call('POST', `${url}/restore`)).status).toBe(404);
  });

  it('has none of profiles, of which nothing stays', async () => {
    made = await aCatalog();
    expect((await call('GET', '/api/lawyers/trash')).status).toBe(404);
  });
});
