import { describe, expect, it } from 'vitest';
import { aCategory, aPost, loadSite } from '../testing/small-site.ts';
import { respondList, selectList } from './list.ts';
import { respondByIds } from './one.ts';
import { parseQueryString } from '../dialect/query-string.ts';

const RAW =
  'filters[id][$gt]=1&sort=id:desc&fields[0]=title&fields[1]=content&populate[categories][fields]=slug&publicationState=preview';
const aModel = () =>
  loadSite({
    category: [aCategory({ id: 1, slug: 'tax' }), aCategory({ id: 2, slug: 'gst' })],
    post: [1, 2, 3].map((id) =>
      aPost({ id, title: `Post ${id}`, content: `<p>${id}</p>`, categories: [1], publishedAt: null }),
    ),
  });
const parsed = (body: Buffer): unknown => JSON.parse(String(body));

describe('a selected page of a list', () => {
  it('responds as the list does, with further members of meta', () => {
    const model = aModel();
    const query = parseQueryString(RAW);
    const page = selectList(model, 'post', query, 'staff');
    expect(page.ids).toEqual([3, 2]);
    expect(page.respond()).toEqual(respondList(model, 'post', query, 'staff'));
    expect(parsed(page.respond({ meta: { copies: [2], none: undefined } }))).toMatchObject({
      data: [{ id: 3 }, { id: 2 }],
      meta: { pagination: { total: 2 }, copies: [2] },
    });
  });

  it('leaves out what was removed meanwhile, and shows what was changed as it is', () => {
    const model = aModel();
    const page = selectList(model, 'post', parseQueryString('sort=id'), 'staff');
    expect(page.ids).toEqual([]);
    const drafts = selectList(model, 'post', parseQueryString(RAW), 'staff');
    model.remove('post', 3);
    model.upsert('post', aPost({ id: 2, title: 'New', content: '<p>New</p>', publishedAt: null }));
    expect(parsed(drafts.respond())).toMatchObject({
      data: [{ id: 2, attributes: { title: 'New', content: '<p>New</p>', categories: { data: [] } } }],
    });
  });

  it('shows documents in another state, which changes nothing in the model', () => {
    const model = aModel();
    const before = respondList(model, 'post', RAW, 'staff');
    const state = aPost({
      id: 3,
      title: 'Mine',
      content: '<p>Mine</p>',
      categories: [2, 1],
      publishedAt: null,
    });
    const page = selectList(model, 'post', parseQueryString(RAW), 'staff');
    for (let repeated = 0; repeated < 3; repeated += 1) {
      const body = parsed(page.respond({ states: new Map([[3, state]]) }));
      expect(body).toMatchObject({
        data: [
          {
            id: 3,
            attributes: {
              title: 'Mine',
              content: '<p>Mine</p>',
              categories: { data: [{ attributes: { slug: 'gst' } }, { attributes: { slug: 'tax' } }] },
            },
          },
          { id: 2, attributes: { title: 'Post 2' } },
        ],
      });
    }
    expect(respondList(model, 'post', RAW, 'staff')).toEqual(before);
  });
});

it('a response by ids has further documents in its meta, unless the audience may not see them', () => {
  const model = aModel();
  const read = (related: { name: string; id: number; raw: string }, meta: object = { of: 1 }) =>
    parsed(respondByIds(model, 'post', { ids: [], raw: '', audience: 'public', meta, related: { related } }));
  const category = { name: 'category', id: 2, raw: 'fields=slug' };
  const related = { id: 2, attributes: { slug: 'gst' } };
  expect(read(category)).toEqual({ data: [], meta: { of: 1, related } });
  expect(read(category, {})).toEqual({ data: [], meta: { related } });
  for (const hidden of [
    { ...category, id: 9 },
    { name: 'post', id: 1, raw: '' },
  ])
    expect(read(hidden)).toEqual({ data: [], meta: { of: 1 } });
});
