import { setImmediate as letOthersWork } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { forbidden } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { jsonBody } from '@vidhi/service-kit/json-body.ts';
import { errorResponsePlugin } from '@vidhi/service-kit/error-responses.ts';
import { contentRoutes } from './content-routes.ts';
import type { ContentWriter } from './content-writer.ts';
import { loadSite, newsCollections } from '@vidhi/content-engine/testing.ts';
import { resolveLinkUpdates } from '@vidhi/content-engine/internal.ts';
import type { ReadModel } from '@vidhi/content-engine';

const collections = newsCollections.filter(({ uid }) => uid.startsWith('api::'));
let model: ReadModel;
let app: FastifyInstance;

/** Stores straight into the read model. */
function memoryWriter(): ContentWriter {
  const put = (name: string, document: StoredDocument): StoredDocument => {
    model.upsert(name, document);
    return document;
  };
  return {
    async create({ name }, patch) {
      await letOthersWork();
      return put(name, { ...patch, id: 100 });
    },
    async update({ name }, id, patch) {
      // As a database does, it answers later.
      await letOthersWork();
      const current = model.get(name, id) ?? { id };
      return put(name, { ...current, ...resolveLinkUpdates(patch, current), id });
    },
    async remove({ name }, id) {
      const document = model.get(name, id) ?? { id };
      model.remove(name, id);
      return document;
    },
  };
}

beforeEach(async () => {
  model = loadSite();
  app = fastify({ bodyLimit: 1_048_576, routerOptions: { ignoreTrailingSlash: true } });
  await app.register(errorResponsePlugin);
  await app.register(jsonBody);
  await app.register(contentRoutes, {
    prefix: '/api',
    model,
    collections,
    audienceOf: ({ headers }) => (headers['x-staff'] === undefined ? 'public' : 'staff'),
    authorize: ({ request }) => {
      if (request.headers['x-staff'] === undefined) throw forbidden();
    },
    writer: memoryWriter(),
  });
});

const staff = { 'x-staff': '1' };

describe('reads', () => {
  it('answer JSON, with or without a slash, to GET and HEAD', async () => {
    const answer = await app.inject('/api/posts/?fields=slug&pagination%5BpageSize%5D=1');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(answer.json().data).toEqual([{ id: 1, attributes: { slug: 'post-1' } }]);
    expect((await app.inject({ method: 'HEAD', url: '/api/posts' })).statusCode).toBe(200);
  });

  it('answer 404 for what is not there', async () => {
    for (const url of ['/api/posts/999', '/api/posts/abc', '/api/posts/4', '/api/posts/count', '/api/nope']) {
      const answer = await app.inject(url);
      expect(answer.json()).toEqual({
        data: null,
        error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
      });
    }
  });

  it('answer single types under their own name', async () => {
    expect((await app.inject('/api/site-setting?fields=show_products')).json()).toEqual({
      data: { id: 1, attributes: { show_products: true } },
      meta: {},
    });
  });
});

describe('writes', () => {
  it('create, answering 200 with what was stored', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/categories?populate=parent_category&fields=name',
      headers: staff,
      payload: { data: { name: 'New', parent_category: 1 } },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject({
      id: 100,
      attributes: { name: 'New', parent_category: { data: { id: 1 } } },
    });
  });

  it.each([
    [
      'one document',
      [
        ['/api/posts/3', 'tags', 1],
        ['/api/posts/3', 'tags', 2],
      ],
    ],
    [
      'both sides',
      [
        ['/api/categories/1', 'posts', 3],
        ['/api/categories/3', 'posts', 3],
      ],
    ],
  ] as const)('keep what is connected at the same time on %s', async (what, writes) => {
    const answers = await Promise.all(
      writes.map(([url, relation, id]) =>
        app.inject({
          method: 'PUT',
          url,
          headers: staff,
          payload: { data: { [relation]: { connect: [id] } } },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const post = model.get('post', 3);
    expect([post?.['tags'], post?.['categories']]).toEqual(
      what === 'one document' ? [[1, 2], []] : [[], [1, 3]],
    );
  });

  it('go on after one that was refused', async () => {
    const put = (data: object) =>
      app.inject({ method: 'PUT', url: '/api/posts/3', headers: staff, payload: { data } });
    const answers = await Promise.all([put({ tags: { connect: [99] } }), put({ tags: { connect: [2] } })]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 200]);
    expect(model.get('post', 3)?.['tags']).toEqual([2]);
  });

  it('update, echoing drafts among the relations', async () => {
    const answer = await app.inject({
      method: 'PUT',
      url: '/api/posts/4?fields=title&populate[categories][fields]=slug',
      headers: staff,
      payload: { data: { title: 'Still a draft' } },
    });
    expect(answer.json().data).toEqual({
      id: 4,
      attributes: { title: 'Still a draft', categories: { data: [{ id: 1, attributes: { slug: 'tax' } }] } },
    });
  });

  it('write a relation from the side that does not store it', async () => {
    const put = (data: object): Promise<unknown> =>
      app.inject({ method: 'PUT', url: '/api/categories/2', headers: staff, payload: { data } });
    await put({ posts: [2, 3], children: [3] });
    expect([1, 2, 3].map((id) => model.get('post', id)?.['categories'])).toEqual([[3], [2], [2]]);
    expect(model.get('category', 3)?.['parent_category']).toBe(2);
    await put({ posts: { disconnect: [2] }, children: null });
    expect([model.get('post', 2)?.['categories'], model.get('category', 3)?.['parent_category']]).toEqual([
      [],
      null,
    ]);
  });

  it('delete, answering what was there', async () => {
    const answer = await app.inject({ method: 'DELETE', url: '/api/tags/2?fields=name', headers: staff });
    expect(answer.json()).toEqual({ data: { id: 2, attributes: { name: 'Tag 2' } }, meta: {} });
    expect(model.get('tag', 2)).toBeUndefined();
  });

  const multipart = (parts: Record<string, string>) => {
    const text = Object.entries(parts)
      .map(([name, value]) => `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    return {
      method: 'POST' as const,
      url: '/api/tags',
      headers: { ...staff, 'content-type': 'multipart/form-data; boundary=cut' },
      payload: `${text}--cut--\r\n`,
    };
  };

  it('take the data part of multipart bodies', async () => {
    const answer = await app.inject(multipart({ data: '{"name":"parted","slug":"parted"}' }));
    expect([answer.statusCode, answer.json().data.attributes.name]).toEqual([200, 'parted']);
  });

  it.each([
    [{ other: 'x' }, 'Missing "data" payload in the request body'],
    [{ data: '{bad' }, 'The data part is not JSON'],
    [{ data: '{}', 'files.image': 'x' }, 'Files are not taken here: upload them first and send their ids'],
  ])('refuse the multipart body %j', async (parts, message) => {
    const answer = await app.inject(multipart(parts));
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, message]);
  });

  it('take urlencoded bodies', async () => {
    const answer = await app.inject({
      method: 'PUT',
      url: '/api/tags/1?fields=name',
      headers: { ...staff, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'data[name]=By+form',
    });
    expect(answer.json().data.attributes).toEqual({ name: 'By form' });
  });

  it('create a single type once when two clients save it first at the same time', async () => {
    await app.inject({ method: 'DELETE', url: '/api/site-setting', headers: staff });
    const put = (data: object) =>
      app.inject({ method: 'PUT', url: '/api/site-setting', headers: staff, payload: { data } });
    await Promise.all([put({ show_auth: true }), put({ show_products: true })]);
    const { attributes } = (await app.inject('/api/site-setting')).json().data;
    expect(attributes).toMatchObject({ show_auth: true, show_products: true });
  });

  it('create a single type once and update it after', async () => {
    await app.inject({ method: 'DELETE', url: '/api/site-setting', headers: staff });
    expect((await app.inject('/api/site-setting')).statusCode).toBe(404);
    await app.inject({
      method: 'PUT',
      url: '/api/site-setting',
      headers: staff,
      payload: { data: { show_auth: true } },
    });
    expect((await app.inject('/api/site-setting?fields=show_auth')).json().data.attributes).toEqual({
      show_auth: true,
    });
  });

  it('are refused to those who may not, changing nothing', async () => {
    for (const [method, url] of [
      ['POST', '/api/tags'],
      ['PUT', '/api/tags/1'],
      ['DELETE', '/api/tags/1'],
      ['PUT', '/api/site-setting'],
    ] as const) {
      const answer = await app.inject({ method, url, payload: { data: { name: 'Mine' } } });
      expect(answer.json().error).toEqual({
        status: 403,
        name: 'ForbiddenError',
        message: 'Forbidden',
        details: {},
      });
    }
    expect([model.size('tag'), model.get('tag', 1)?.['name']]).toEqual([2, 'Tag 1']);
  });

  it.each([
    [{ method: 'PATCH', url: '/api/posts/1' }, 405, 'Method Not Allowed'],
    [{ method: 'POST', url: '/api/site-setting' }, 405, 'Method Not Allowed'],
    [{ method: 'PUT', url: '/api/tags/999', payload: { data: {} } }, 404, 'Not Found'],
    [{ method: 'POST', url: '/api/tags' }, 400, 'Missing \\"data\\" payload'],
    [
      { method: 'POST', url: '/api/tags', payload: '<a/>', headers: { 'content-type': 'application/xml' } },
      400,
      'Missing \\"data\\" payload',
    ],
    [
      { method: 'POST', url: '/api/tags', payload: '{bad', headers: { 'content-type': 'application/json' } },
      400,
      'SyntaxError',
    ],
    [
      { method: 'POST', url: '/api/tags', payload: { data: { name: 'x'.repeat(1_100_000) } } },
      413,
      'request entity too large',
    ],
    [{ method: 'POST', url: '/api/tags?fields=nope', payload: { data: {} } }, 400, 'Invalid parameter nope'],
  ] as const)('%j', async (request, status, text) => {
    const { headers, ...rest } = { headers: {}, ...request };
    const answer = await app.inject({ ...rest, headers: { ...staff, ...headers } });
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(text)]);
  });

  it.each([
    ['PATCH', '/api/posts/1', 'GET, HEAD, PUT, DELETE'],
    ['DELETE', '/api/posts', 'GET, HEAD, POST'],
    ['POST', '/api/site-setting', 'GET, HEAD, PUT, DELETE'],
  ] as const)('%s %s names the methods that are allowed', async (method, url, allowed) => {
    expect((await app.inject({ method, url, headers: staff })).headers.allow).toBe(allowed);
  });

  it('are not there without a writer', async () => {
    const reader = fastify();
    await reader.register(contentRoutes, { model, collections, audienceOf: () => 'public' });
    const refused = await reader.inject({ method: 'POST', url: '/tags', payload: {} });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await reader.inject('/tags')).statusCode).toBe(200);
  });
});

describe('a write whose event is on its way', () => {
  it.each([
    ['POST', '/api/posts', { data: { title: 'New', slug: 'new' } }],
    ['PUT', '/api/posts/1', { data: { title: 'Changed' } }],
    ['DELETE', '/api/posts/1', undefined],
  ] as const)('%s is answered when the event is published', async (method, url, payload) => {
    const order: string[] = [];
    const { promise: asked, resolve: sayAsked } = Promise.withResolvers<void>();
    const { promise: published, resolve: publish } = Promise.withResolvers<void>();
    const waiting = fastify();
    await waiting.register(errorResponsePlugin);
    await waiting.register(jsonBody);
    await waiting.register(contentRoutes, {
      prefix: '/api',
      model,
      collections,
      audienceOf: () => 'staff',
      authorize: () => undefined,
      writer: {
        ...memoryWriter(),
        async acknowledged() {
          sayAsked();
          await published;
          order.push('published');
        },
      },
    });
    const answer = waiting.inject({ method, url, ...(payload === undefined ? {} : { payload }) });
    void answer.then(() => order.push('answered'));
    await asked;
    publish();
    expect((await answer).statusCode).toBe(200);
    expect(order).toEqual(['published', 'answered']);
  });
});
