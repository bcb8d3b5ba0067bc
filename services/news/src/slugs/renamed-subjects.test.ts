import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aNewsApp, asRole, type TestApp } from '../app-builder.ts';
import { createSlugHistory } from './slug-history.ts';

let made: TestApp;
beforeEach(async () => void (made = await aNewsApp()));
afterEach(async () => made.app.close());

const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, data: object = {}) =>
  made.app.inject({ method, url, headers: asRole(10), payload: { data } });
const created = async (url: string, data: object): Promise<number> =>
  (await send('POST', url, data)).json().data.id;
const whereIs = async (path: string) => {
  const response = await made.app.inject({ url: `/api/slugs/${path}` });
  return response.statusCode === 200 ? response.json().data : response.statusCode;
};

describe.each(['categories', 'tags'])('a renamed document of %s', (plural) => {
  const api = `/api/${plural}`;

  it('is found by each of its former slugs, which are not public attributes', async () => {
    const id = await created(api, { name: 'Tax', slug: 'tax' });
    await send('PUT', `${api}/${id}`, { slug: 'duty' });
    const { attributes } = (await send('PUT', `${api}/${id}`, { slug: 'levies' })).json().data;
    expect(attributes).not.toHaveProperty('old_slugs');
    for (const slug of ['tax', 'duty'])
      expect(await whereIs(`${plural}/${slug}`)).toEqual({ id, slug: 'levies', moved: true });
    expect(await whereIs(`${plural}/levies`)).toEqual({ id, slug: 'levies', moved: false });
    expect(await whereIs(`${plural}/none`)).toBe(404);
  });

  it('loses its former slug to a new document with that slug', async () => {
    const id = await created(api, { name: 'Tax', slug: 'tax' });
    await send('PUT', `${api}/${id}`, { slug: 'levies' });
    const other = await created(api, { name: 'New tax', slug: 'tax' });
    expect(await whereIs(`${plural}/tax`)).toEqual({ id: other, slug: 'tax', moved: false });
    await send('PUT', `${api}/${other}`, { slug: 'newer-tax' });
    expect(await whereIs(`${plural}/tax`)).toEqual({ id: other, slug: 'newer-tax', moved: true });
    await send('DELETE', `${api}/${other}`);
    expect(await whereIs(`${plural}/tax`)).toEqual({ id, slug: 'levies', moved: true });
  });

  it('may be renamed back, without a loop', async () => {
    const id = await created(api, { name: 'Tax', slug: 'tax' });
    await send('PUT', `${api}/${id}`, { slug: 'levies' });
    await send('PUT', `${api}/${id}`, { slug: 'tax' });
    expect(await whereIs(`${plural}/tax`)).toEqual({ id, slug: 'tax', moved: false });
    expect(await whereIs(`${plural}/levies`)).toEqual({ id, slug: 'tax', moved: true });
  });

  it('is rejected when another document has that slug, and may keep its own', async () => {
    const id = await created(api, { name: 'Tax', slug: 'tax' });
    await created(api, { name: 'Levies', slug: 'levies' });
    for (const response of [
      await send('POST', api, { name: 'Again', slug: 'tax' }),
      await send('PUT', `${api}/${id}`, { slug: 'levies' }),
    ]) {
      expect(response.statusCode).toBe(400);
      expect(response.json().error).toMatchObject({
        name: 'ValidationError',
        message: 'This attribute must be unique',
        details: { errors: [{ path: ['slug'], message: 'This attribute must be unique' }] },
      });
    }
    expect((await send('PUT', `${api}/${id}`, { name: 'Taxes', slug: 'tax' })).statusCode).toBe(200);
  });
});

describe('a name or title that is blank', () => {
  it.each([
    ['posts', { title: '  ', slug: 'a' }, 'title must be defined.'],
    ['posts', { title: '', slug: 'a' }, 'title must be defined.'],
    ['categories', { name: '\t', slug: 'a' }, 'name must be defined.'],
    ['tags', { name: 'a', slug: ' ' }, 'slug must be defined.'],
  ])('is rejected in %s: %j', async (plural, data, message) => {
    const response = await send('POST', `/api/${plural}`, data);
    expect([response.statusCode, response.json().error?.message]).toEqual([400, message]);
  });

  it('is rejected in an update too', async () => {
    const id = await created('/api/posts', { title: 'A', slug: 'a' });
    expect((await send('PUT', `/api/posts/${id}`, { title: ' ' })).statusCode).toBe(400);
  });
});

describe('the slug history', () => {
  it('finds the newest of several that had a slug, in any order of hydration', () => {
    for (const ids of [
      [1, 2, 3],
      [3, 1, 2],
    ]) {
      const history = createSlugHistory();
      for (const id of ids) history.note('tag', id, { id, old_slugs: ['a'] });
      expect(history.find('tag', 'a')).toEqual([3, 2, 1]);
      expect(history.find('category', 'a')).toEqual([]);
      history.note('tag', 3, null);
      expect(history.find('tag', 'a')).toEqual([2, 1]);
    }
  });
});
