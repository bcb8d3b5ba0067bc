import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EDITOR_DESKS, type Desk } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { aNewsApp, type TestApp } from '../app-builder.ts';

let made: TestApp;
const MEENA = 2;

beforeEach(async () => {
  const desksOf: Readonly<Record<string, readonly Desk[]>> = { writer: ['news'], editor: EDITOR_DESKS };
  made = await aNewsApp({
    documents: { user: [{ id: MEENA, first_name: 'Meena', last_name: 'Rao', token_version: 1 }] },
    verifyToken: async (token) => {
      const desks = desksOf[token];
      return desks === undefined
        ? null
        : { userId: MEENA, role: ROLE.editor, tokenVersion: 1, desks: [...desks] };
    },
  });
});
afterEach(async () => made.app.close());

async function call(who: string, method: 'POST' | 'PUT' | 'DELETE', url: string, data: object = {}) {
  const headers = { authorization: `Bearer ${who}` };
  const response = await made.app.inject({ method, url, headers, payload: { data } });
  return { status: response.statusCode, ...response.json() };
}
const get = async (url: string) => {
  const response = await made.app.inject(url);
  return { status: response.statusCode, text: response.body };
};
const read = async (url: string) => JSON.parse((await get(url)).text);
const author = async (values: object): Promise<number> =>
  (await call('editor', 'POST', '/api/news-authors', values)).data.id;
const article = async (slug: string, values: object): Promise<number> =>
  (await call('editor', 'POST', '/api/posts', { title: slug, slug, ...values })).data.id;
const bylineOf = async (id: number) => {
  const { attributes } = (await read(`/api/posts/${id}?populate=*`)).data;
  const { user, guest_author: guest } = attributes;
  return { user: user.data?.id ?? null, guest: guest?.data?.attributes.name ?? null };
};

const IRA = { name: 'Ira Sen', slug: 'ira-sen', line: 'Teaches tax law', links: 'https://ira.example.in' };

describe('an article of a guest', () => {
  it('names the guest on its page, in feeds, sitemap, search and suggestions', async () => {
    const guest = await author(IRA);
    await article('a-tax-case', { content: '<p>Text</p>', guest_author: guest });
    const list = await read('/api/posts/by-author/ira-sen?populate=guest_author');
    expect(list.data[0].attributes.guest_author.data.attributes.name).toBe('Ira Sen');
    expect(list.meta.author).toMatchObject({
      id: guest,
      attributes: { ...IRA, picture: { data: null } },
    });
    for (const file of ['/feed.xml', '/atom.xml', '/feed.json'])
      expect([file, (await get(file)).text]).toEqual([file, expect.stringContaining('Ira Sen')]);
    expect((await get('/sitemap.xml')).text).toContain('/sitemaps/authors.xml');
    expect((await get('/sitemaps/authors.xml')).text).toContain('/search?author=ira-sen');
    expect((await read('/api/suggest?q=ira')).data.authors).toEqual([
      { id: guest, label: 'Ira Sen', slug: 'ira-sen' },
    ]);
    const found = await read('/api/posts/search?q=sen');
    expect(found.meta.search.subjects).toContainEqual({
      kind: 'author',
      id: guest,
      name: 'Ira Sen',
      slug: 'ira-sen',
    });
    expect(found.data).toHaveLength(1);
  });

  it('has one author: naming a guest takes the account away, and the other way round', async () => {
    const guest = await author(IRA);
    const id = await article('a', { user: MEENA });
    expect(await bylineOf(id)).toEqual({ user: MEENA, guest: null });
    await call('editor', 'PUT', `/api/posts/${id}`, { guest_author: guest });
    expect(await bylineOf(id)).toEqual({ user: null, guest: 'Ira Sen' });
    await call('editor', 'PUT', `/api/posts/${id}`, { user: MEENA });
    expect(await bylineOf(id)).toEqual({ user: MEENA, guest: null });
  });

  it('is for the desk that publishes; a writer names nobody else', async () => {
    const guest = await author(IRA);
    const draft = { title: 'A', slug: 'a', publishedAt: null, guest_author: guest };
    expect((await call('writer', 'POST', '/api/posts', draft)).status).toBe(403);
  });

  it('looks to other clients as in the reference where it has no guest', async () => {
    const id = await article('a', { user: MEENA });
    const { attributes } = (await read(`/api/posts/${id}?populate=*`)).data;
    expect(Object.keys(attributes)).not.toContain('guest_author');
  });
});

describe('an author', () => {
  it('with an account has a page with the articles of that account', async () => {
    const entry = await author({ name: 'Meena Rao', slug: 'meena-rao', line: 'Editor', user: MEENA });
    await article('a', { user: MEENA });
    const id = await article('b', { guest_author: entry });
    expect(await bylineOf(id)).toEqual({ user: MEENA, guest: null });
    for (const key of [String(MEENA), 'meena-rao']) {
      const { data, meta } = await read(`/api/posts/by-author/${key}`);
      expect([key, data.length, meta.author.attributes.slug]).toEqual([key, 2, 'meena-rao']);
    }
    expect((await read('/api/suggest?q=meena')).data.authors).toEqual([
      { id: MEENA, label: 'Meena Rao', slug: 'meena-rao' },
    ]);
  });

  it('is found by a former slug', async () => {
    const guest = await author(IRA);
    await article('a', { guest_author: guest });
    await call('editor', 'PUT', `/api/news-authors/${guest}`, { slug: 'ira-sen-roy' });
    const { meta } = await read('/api/posts/by-author/ira-sen');
    expect(meta.author.attributes.slug).toBe('ira-sen-roy');
  });

  it.each([
    ['slug', { slug: '12' }],
    ['slug', { slug: 'Ira Sen' }],
    ['links', { links: 'javascript:alert(1)' }],
    ['name', { name: ' ' }],
  ])('with a wrong %s is refused', async (name, values) => {
    const { status, error } = await call('editor', 'POST', '/api/news-authors', { ...IRA, ...values });
    expect([status, error.details.errors[0].path]).toEqual([400, [name]]);
  });

  it('whom articles name is not removed, but merged into another one, with its address', async () => {
    const [guest, other] = [await author(IRA), await author({ name: 'I. Sen', slug: 'i-sen' })];
    const id = await article('a', { guest_author: other, publishedAt: null });
    const refused = await call('editor', 'DELETE', `/api/news-authors/${other}`);
    expect([refused.status, refused.error.message]).toEqual([
      409,
      expect.stringContaining('An article names'),
    ]);
    expect((await call('editor', 'POST', `/api/news-authors/${other}/merge`, { into: other })).status).toBe(
      400,
    );
    expect((await call('editor', 'POST', `/api/news-authors/${other}/merge`, { into: guest })).data).toEqual({
      id: guest,
      articles: 1,
    });
    await call('editor', 'PUT', `/api/posts/${id}`, { publishedAt: '2026-11-20T10:00:00.000Z' });
    expect(await bylineOf(id)).toEqual({ user: null, guest: 'Ira Sen' });
    expect((await read('/api/posts/by-author/i-sen')).meta.author.attributes.slug).toBe('ira-sen');
    expect((await get(`/api/news-authors/${other}`)).status).toBe(404);
  });
});
