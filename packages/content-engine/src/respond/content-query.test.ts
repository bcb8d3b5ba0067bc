import { describe, expect, it } from 'vitest';
import { defineCollection } from '@vidhi/collections/declaration.ts';
import type { Audience } from '../schema/collection.ts';
import { respondList } from './list.ts';
import { respondOne, respondSingle } from './one.ts';
import { loadSite } from '../testing/small-site.ts';
import { createReadModel } from '../model/read-model.ts';

const model = loadSite();
const list = (
  name: string,
  raw: string,
  audience: Audience = 'public',
): { data: { id: number; attributes: Record<string, unknown> }[]; meta: unknown } =>
  JSON.parse(respondList(model, name, raw, audience).toString());
const ids = (name: string, raw: string, audience: Audience = 'public'): number[] =>
  list(name, raw, audience).data.map(({ id }) => id);

describe('lists', () => {
  it('have a total, pages and a maximum page size', () => {
    expect(list('post', 'pagination[pageSize]=1000&fields=id').meta).toEqual({
      pagination: { page: 1, pageSize: 150, pageCount: 1, total: 3 },
    });
    expect(list('post', 'pagination[start]=1&pagination[limit]=1&fields=id')).toEqual({
      data: [{ id: 2, attributes: {} }],
      meta: { pagination: { start: 1, limit: 1, total: 3 } },
    });
    expect(list('post', 'pagination[withCount]=0&pagination[page]=9').meta).toEqual({
      pagination: { page: 9, pageSize: 25 },
    });
  });

  it('serialize attributes in declaration order, then populated relations', () => {
    const { attributes } = list(
      'post',
      'populate=image&populate=&pagination[pageSize]=1&populate[1]=categories',
    ).data[0] ?? { attributes: {} };
    expect(Object.keys(attributes).slice(-4)).toEqual(['updatedAt', 'publishedAt', 'image', 'categories']);
  });

  it('merge group operators inside a relation into the level above, as the reference does', () => {
    expect(ids('post', 'filters[$or][0][id]=3&filters[tags][$or][0][id]=1')).toEqual([1]);
  });

  it('match percent signs and underscores literally', () => {
    expect(ids('post', 'filters[title][$contains]=100%25')).toEqual([3]);
    expect(ids('post', 'filters[title][$contains]=%25')).toEqual([3]);
    expect(ids('post', '_q=_')).toEqual([]);
  });

  it('accept up to a thousand entries of an array', () => {
    const raw = Array.from({ length: 600 }, (_, at) => `filters[id][$in]=${at + 2}`).join('&');
    expect(ids('post', raw)).toEqual([2, 3]);
  });
});

describe('drafts', () => {
  it('are in no response to the public, whatever the query', () => {
    expect(ids('post', 'publicationState=preview')).toEqual([1, 2, 3]);
    expect(() => respondOne(model, 'post', 4, '', 'public')).toThrow('Not Found');
    expect(ids('category', 'filters[posts][title]=Draft')).toEqual([]);
    expect(
      list('category', 'populate[posts][publicationState]=preview&filters[id]=1').data[0]?.attributes[
        'posts'
      ],
    ).toEqual({ data: [] });
    expect(ids('category', 'sort=posts.title:desc&fields=id')).toEqual([2, 3, 1]);
  });

  it('are listed for staff with publicationState=preview, and found by id', () => {
    expect(ids('post', '', 'staff')).toEqual([1, 2, 3]);
    expect(ids('post', 'publicationState=preview', 'staff')).toEqual([1, 2, 3, 4]);
    expect(
      JSON.parse(respondOne(model, 'post', 4, 'fields=title', 'staff').toString()).data.attributes,
    ).toEqual({ title: 'Draft' });
  });
});

describe('an attribute above the access level of the audience', () => {
  const profile = defineCollection({
    name: 'profile',
    plural: 'profiles',
    uid: 'api::profile.profile',
    kind: 'collection',
    owner: 'news',
    draftAndPublish: false,
    timestamps: false,
    distinct: ['kind'],
    attributes: {
      title: { type: 'string' },
      fee: { type: 'decimal', audience: 'member' },
      phone: { type: 'string', audience: 'member' },
      note: { type: 'string', private: true },
      kind: { type: 'string' },
      partner: { type: 'relation', relation: 'manyToOne', target: 'profile', audience: 'staff' },
    },
  });
  const profiles = createReadModel([profile]);
  profiles.upsert('profile', { id: 1, title: 'A', fee: 5, phone: '123', note: 'n', kind: 'x', partner: 2 });
  profiles.upsert('profile', {
    id: 2,
    title: 'B',
    fee: 9,
    phone: '456',
    note: 'n',
    kind: 'x',
    partner: null,
  });
  const respond = (raw: string, audience: Audience): { data: { id: number; attributes: unknown }[] } =>
    JSON.parse(respondList(profiles, 'profile', raw, audience).toString());

  it('is neither in the response nor populated', () => {
    expect(respond('populate=*&fields=*', 'public').data[0]?.attributes).toEqual({ title: 'A', kind: 'x' });
    expect(respond('filters[id]=1', 'member').data[0]?.attributes).toEqual({
      title: 'A',
      fee: 5,
      phone: '123',
      kind: 'x',
    });
    expect(respond('filters[id]=1&populate=partner&fields=id', 'staff').data[0]?.attributes).toMatchObject({
      partner: { data: { id: 2 } },
    });
  });

  it.each([
    'filters[fee][$gt]=1',
    'filters[partner][id]=2',
    'sort=fee',
    'fields=phone',
    'filters[$or][0][fee]=1',
    'filters[note]=n',
    'fields[0]=fee',
  ])('is rejected in %s', (raw) => {
    expect(() => respond(raw, 'public')).toThrow(/^Invalid parameter (fee|phone|partner|note)$/);
  });

  it('is not searched by _q', () => {
    expect(respond('_q=123', 'public').data).toEqual([]);
    expect(respond('_q=123', 'member').data.map(({ id }) => id)).toEqual([1]);
  });

  it('is not needed for distinct values of other attributes', () => {
    expect(respond('fields=kind', 'public')).toMatchObject({
      data: [{ id: 1, attributes: { kind: 'x' } }],
      meta: { pagination: { total: 1 } },
    });
    expect(respond('fields=kind&pagination[page]=1', 'public').data).toHaveLength(2);
    expect(respond('fields=title', 'public').data).toHaveLength(2);
  });
});

describe('the author of a post', () => {
  it('can be populated, but not used in filters or sort', () => {
    expect(list('post', 'populate=user&fields=id').data[0]?.attributes).toEqual({
      user: { data: { id: 1, attributes: { first_name: 'Asha', last_name: 'Rao' } } },
    });
    for (const raw of ['filters[user][id]=1', 'sort=user.id', 'filters[user][password][$startsWith]=a']) {
      expect(() => list('post', raw)).toThrow('Invalid parameter user');
    }
  });
});

describe('single types', () => {
  it('respond with their document or 404', () => {
    expect(
      JSON.parse(respondSingle(model, 'site-setting', 'fields=contact_email', 'public').toString()),
    ).toEqual({ data: { id: 1, attributes: { contact_email: 'a@b.in' } }, meta: {} });
    expect(() => respondSingle(model, 'site-setting', 'filters[contact_email]=x', 'public')).toThrow(
      'Not Found',
    );
  });
});

describe('error messages', () => {
  it.each([
    ['filters[nope]=1', 'Invalid parameter nope'],
    ['filters[title][$like]=1', 'Invalid parameter $like'],
    ['sort=categories', 'Invalid parameter categories'],
    ['fields=title,slug', 'Invalid parameter title,slug'],
    [
      'pagination[page]=1&pagination[start]=1',
      'Invalid pagination parameters. Expected either start/limit or page/pageSize',
    ],
    ['page=2', 'Invalid pagination attributes. You cannot use page and offset pagination in the same query'],
    ['pagination[withCount]=x', 'Invalid withCount parameter. Expected "t","1","true","false","0","f"'],
    ['filters[views_count]=abc', 'Expected a valid Number, got abc'],
    ['filters[publish_date]=xx', 'Invalid format, expected a timestamp or an ISO date'],
    ['filters[views_count]=abc&sort=nope', 'Invalid parameter nope'],
    [`_q=${'x'.repeat(17_000)}`, 'The query string is too long'],
    [Array.from({ length: 1001 }, () => 'a=1').join('&'), 'The query string has too many parameters'],
    [
      Array.from({ length: 300 }, (_, at) => `filters[$or][${at}][id]=1`).join('&'),
      'The query costs too much: too many conditions',
    ],
    [
      `populate=${'categories.posts.'.repeat(5)}tags`,
      'The query costs too much: populate is nested too deeply',
    ],
  ])('%.60s', (raw, message) => {
    expect(() => list('post', raw)).toThrow(expect.objectContaining({ status: 400, message }));
  });
});
