import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, asRole, type TestApp } from './app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const EDITOR = asRole(10);
async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, data?: object) {
  const response = await made.app.inject({
    method,
    url,
    headers: EDITOR,
    ...(data === undefined ? {} : { payload: { data } }),
  });
  return { status: response.statusCode, ...response.json() };
}

describe('the trash', () => {
  it('holds a removed article, which comes back as a draft, with the addresses that it had', async () => {
    made = await aNewsApp();
    const { data } = await call('POST', '/api/posts', {
      title: 'Bail',
      slug: 'bail',
      content: '<p>Text</p>',
    });
    const url = `/api/posts/${data.id}`;
    const deleted = await call('DELETE', url);
    expect(deleted.data.attributes.title).toBe('Bail');
    expect((await call('GET', url)).status).toBe(404);
    const { data: trash, meta } = await call('GET', '/api/posts/trash');
    expect(meta.pagination.total).toBe(1);
    expect(trash).toMatchObject([{ id: data.id, label: 'Bail' }]);
    expect(Date.parse(trash[0].gone_at) - Date.parse(trash[0].at)).toBe(30 * 86_400_000);
    const restored = await call('POST', `/api/posts/trash/${data.id}/restore`);
    expect(restored).toMatchObject({
      status: 200,
      data: { id: data.id, attributes: { title: 'Bail', slug: 'bail', publishedAt: null } },
    });
    expect((await made.app.inject(url)).statusCode).toBe(404);
    expect((await call('GET', `${url}?publicationState=preview`)).data.attributes.content).toBe(
      '<p>Text</p>',
    );
    expect((await call('POST', `/api/posts/trash/${data.id}/restore`)).status).toBe(404);
  });

  it('gives a restored article an address of its own where another one has it now', async () => {
    made = await aNewsApp();
    const { data } = await call('POST', '/api/posts', { title: 'Bail', slug: 'bail' });
    await call('DELETE', `/api/posts/${data.id}`);
    await call('POST', '/api/posts', { title: 'Bail again', slug: 'bail' });
    const restored = await call('POST', `/api/posts/trash/${data.id}/restore`);
    expect(restored.data.attributes.slug).toBe(`bail-${data.id}`);
  });

  it('gives a restored category back at the top where its place is below itself now', async () => {
    made = await aNewsApp();
    const create = async (slug: string, parent_category: number | null): Promise<number> =>
      (await call('POST', '/api/categories', { name: slug, slug, parent_category })).data.id;
    const law = await create('law', null);
    const tax = await create('tax', law);
    const gst = await create('gst', tax);
    await call('DELETE', `/api/categories/${tax}`);
    expect((await call('PUT', `/api/categories/${law}`, { parent_category: gst })).status).toBe(200);
    expect((await call('POST', `/api/categories/trash/${tax}/restore`)).status).toBe(200);
    const parents = [tax, gst, law].map((id) => made.live.model.get('category', id)?.['parent_category']);
    expect(parents).toEqual([null, tax, gst]);
  });

  it('names the value that another record has now where it is not the address', async () => {
    made = await aNewsApp();
    made.live.put('user', { id: 7, first_name: 'Meena', last_name: 'Rao', role: 10 }, 1);
    const author = { name: 'Meena Rao', slug: 'meena-rao', user: 7 };
    const { data } = await call('POST', '/api/news-authors', author);
    await call('DELETE', `/api/news-authors/${data.id}`);
    const restore = () => call('POST', `/api/news-authors/trash/${data.id}/restore`);
    for (const slug of ['meena', 'meena-rao']) {
      const other = await call('POST', '/api/news-authors', { ...author, slug });
      expect(other.status).toBe(200);
      expect(await restore()).toMatchObject({
        status: 409,
        data: null,
        error: {
          status: 409,
          name: 'ConflictError',
          message: 'Another record has this user. Please change it there first',
          details: { errors: [{ path: ['user'] }] },
        },
      });
      await call('DELETE', `/api/news-authors/${other.data.id}`);
    }
    expect((await restore()).status).toBe(200);
  });

  it('loses an article for ever by an administrator alone, which the audit log records and readers do not hear of', async () => {
    made = await aNewsApp({ isAudited: true });
    const { data } = await call('POST', '/api/posts', { title: 'Bail', slug: 'bail' });
    await call('DELETE', `/api/posts/${data.id}`);
    const url = `/api/posts/trash/${data.id}`;
    expect((await call('DELETE', url)).status).toBe(403);
    const { length } = made.store.events;
    const purged = await made.app.inject({ method: 'DELETE', url, headers: asRole(11) });
    expect([purged.statusCode, purged.json().data]).toEqual([200, { id: data.id, label: 'Bail' }]);
    expect(made.store.events.slice(length)).toMatchObject([
      { type: 'audit.recorded', data: { action: 'delete_for_ever', id: String(data.id), label: 'Bail' } },
    ]);
    expect((await call('POST', `${url}/restore`)).status).toBe(404);
    expect((await call('GET', '/api/posts/trash')).data).toEqual([]);
  });

  it('lets a writer restore an own draft, and not what was published', async () => {
    made = await aNewsApp({
      verifyToken: async (token) => ({
        userId: 1,
        role: 10,
        tokenVersion: 1,
        desks: token === 'writer' ? ['news'] : ['publish'],
      }),
    });
    const send = (method: 'POST' | 'DELETE', url: string, token: string, data?: object) =>
      made.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(data === undefined ? {} : { payload: { data } }),
      });
    const statuses: number[] = [];
    for (const publishedAt of [null, '2026-11-01T10:00:00.000Z']) {
      const slug = `s-${statuses.length}`;
      const { data } = (
        await send('POST', '/api/posts', 'publisher', { title: 'A', slug, publishedAt })
      ).json();
      await send('DELETE', `/api/posts/${data.id}`, 'publisher');
      statuses.push((await send('POST', `/api/posts/trash/${data.id}/restore`, 'writer')).statusCode);
    }
    expect(statuses).toEqual([200, 403]);
  });
});
