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

/** Writes directly to the model. */
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
      // Asynchronous, like a database.
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
    audienceOf: ({ headers }) => {
      if (headers['x-staff'] !== undefined) return 'staff';
      return headers['x-member'] === undefined ? 'public' : 'member';
    },
    // Some services let members and visitors write, too.
    authorize: ({ request: { headers } }) => {
      if (['x-staff', 'x-member', 'x-visitor'].every((name) => headers[name] === undefined))
        throw forbidden();
    },
    writer: memoryWriter(),
  });
});

const staff = { 'x-staff': '1' };

describe('reads', () => {
  it('respond with JSON to GET and HEAD, with or without a trailing slash', async () => {
    const response = await app.inject('/api/posts/?fields=slug&pagination%5BpageSize%5D=1');
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(response.json().data).toEqual([{ id: 1, attributes: { slug: 'post-1' } }]);
    expect((await app.inject({ method: 'HEAD', url: '/api/posts' })).statusCode).toBe(200);
  });

  it('respond 404 for missing documents', async () => {
    for (const url of ['/api/posts/999', '/api/posts/abc', '/api/posts/4', '/api/posts/count', '/api/nope']) {
      const response = await app.inject(url);
      expect(response.json()).toEqual({
        data: null,
        error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
      });
    }
  });

  it('serve single types under their name', async () => {
    expect((await app.inject('/api/site-setting?fields=show_products')).json()).toEqual({
      data: { id: 1, attributes: { show_products: true } },
      meta: {},
    });
  });
});

describe('writes', () => {
  it('create a document and respond 200 with the stored document', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/categories?populate=parent_category&fields=name',
      headers: staff,
      payload: { data: { name: 'New', parent_category: 1 } },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({
      id: 100,
      attributes: { name: 'New', parent_category: { data: { id: 1 } } },
    });
  });

  it('list names that are no attribute, and no others', async () => {
    const payload = { data: { name: 'New', tilte: 'x', contnet: 'y', id: 7, updatedAt: null } };
    const response = await app.inject({ method: 'POST', url: '/api/categories', headers: staff, payload });
    expect(response.json().meta).toEqual({ ignored: ['tilte', 'contnet'] });
    const again = await app.inject({
      method: 'PUT',
      url: '/api/categories/1',
      headers: staff,
      payload: { data: { name: 'Other' } },
    });
    expect(again.json().meta).toEqual({});
  });

  it.each(['x-member', 'x-visitor'])(
    'list nothing that was not stored for a client with %s',
    async (name) => {
      const headers = { [name]: '1' };
      const payload = { data: { name: 'New', tilte: 'x', content: '<script>x()</script>' } };
      for (const [method, url] of [
        ['POST', '/api/categories'],
        ['PUT', '/api/categories/1'],
        ['PUT', '/api/posts/3'],
        ['PUT', '/api/site-setting'],
      ] as const) {
        const response = await app.inject({ method, url, headers, payload });
        expect([url, response.statusCode, response.json().meta]).toEqual([url, 200, {}]);
      }
    },
  );

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
    const responses = await Promise.all(
      writes.map(([url, relation, id]) =>
        app.inject({
          method: 'PUT',
          url,
          headers: staff,
          payload: { data: { [relation]: { connect: [id] } } },
        }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const post = model.get('post', 3);
    expect([post?.['tags'], post?.['categories']]).toEqual(
      what === 'one document' ? [[1, 2], []] : [[], [1, 3]],
    );
  });

  it('succeed after one that was rejected', async () => {
    const put = (data: object) =>
      app.inject({ method: 'PUT', url: '/api/posts/3', headers: staff, payload: { data } });
    const responses = await Promise.all([put({ tags: { connect: [99] } }), put({ tags: { connect: [2] } })]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 200]);
    expect(model.get('post', 3)?.['tags']).toEqual([2]);
  });

  it('update a document and respond with it, drafts among its relations included', async () => {
    const response = await app.inject({
      method: 'PUT',
      url: '/api/posts/4?fields=title&populate[categories][fields]=slug',
      headers: staff,
      payload: { data: { title: 'Still a draft' } },
    });
    expect(response.json().data).toEqual({
      id: 4,
      attributes: { title: 'Still a draft', categories: { data: [{ id: 1, attributes: { slug: 'tax' } }] } },
    });
  });

  it('write an inverse relation', async () => {
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

  it('delete a document and respond with it', async () => {
    const response = await app.inject({ method: 'DELETE', url: '/api/tags/2?fields=name', headers: staff });
    expect(response.json()).toEqual({ data: { id: 2, attributes: { name: 'Tag 2' } }, meta: {} });
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

  it('accept the data part of multipart bodies', async () => {
    const response = await app.inject(multipart({ data: '{"name":"parted","slug":"parted"}' }));
    expect([response.statusCode, response.json().data.attributes.name]).toEqual([200, 'parted']);
  });

  it.each([
    [{ other: 'x' }, 'Missing "data" payload in the request body'],
    [{ data: '{bad' }, 'The data part is not JSON'],
    [{ data: '{}', 'files.image': 'x' }, 'Files are not taken here: upload them first and send their ids'],
  ])('reject the multipart body %j', async (parts, message) => {
    const response = await app.inject(multipart(parts));
    expect([response.statusCode, response.json().error.message]).toEqual([400, message]);
  });

  it('accept urlencoded bodies', async () => {
    const response = await app.inject({
      method: 'PUT',
      url: '/api/tags/1?fields=name',
      headers: { ...staff, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'data[name]=By+form',
    });
    expect(response.json().data.attributes).toEqual({ name: 'By form' });
  });

  it('create a single type once when two clients save it first at the same time', async () => {
    await app.inject({ method: 'DELETE', url: '/api/site-setting', headers: staff });
    const put = (data: object) =>
      app.inject({ method: 'PUT', url: '/api/site-setting', headers: staff, payload: { data } });
    await Promise.all([put({ show_auth: true }), put({ show_products: true })]);
    const { attributes } = (await app.inject('/api/site-setting')).json().data;
    expect(attributes).toMatchObject({ show_auth: true, show_products: true });
  });

  it('create a deleted single type', async () => {
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

  it('are 403 without permission, and change nothing', async () => {
    for (const [method, url] of [
      ['POST', '/api/tags'],
      ['PUT', '/api/tags/1'],
      ['DELETE', '/api/tags/1'],
      ['PUT', '/api/site-setting'],
    ] as const) {
      const response = await app.inject({ method, url, payload: { data: { name: 'Mine' } } });
      expect(response.json().error).toEqual({
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
    const response = await app.inject({ ...rest, headers: { ...staff, ...headers } });
    expect([response.statusCode, response.body]).toEqual([status, expect.stringContaining(text)]);
  });

  it.each([
    ['PATCH', '/api/posts/1', 'GET, HEAD, PUT, DELETE'],
    ['DELETE', '/api/posts', 'GET, HEAD, POST'],
    ['POST', '/api/site-setting', 'GET, HEAD, PUT, DELETE'],
  ] as const)('%s %s responds with Allow', async (method, url, allowed) => {
    expect((await app.inject({ method, url, headers: staff })).headers.allow).toBe(allowed);
  });

  it('are 405 without a writer', async () => {
    const reader = fastify();
    await reader.register(contentRoutes, { model, collections, audienceOf: () => 'public' });
    const rejected = await reader.inject({ method: 'POST', url: '/tags', payload: {} });
    expect([rejected.statusCode, rejected.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await reader.inject('/tags')).statusCode).toBe(200);
  });
});

describe('a write whose event is not yet published', () => {
  it.each([
    ['POST', '/api/posts', { data: { title: 'New', slug: 'new' } }],
    ['PUT', '/api/posts/1', { data: { title: 'Changed' } }],
    ['DELETE', '/api/posts/1', undefined],
  ] as const)('%s responds when the event is published', async (method, url, payload) => {
    const order: string[] = [];
    const { promise: awaited, resolve: resolveAwaited } = Promise.withResolvers<void>();
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
          resolveAwaited();
          await published;
          order.push('published');
        },
      },
    });
    const response = waiting.inject({ method, url, ...(payload === undefined ? {} : { payload }) });
    void response.then(() => order.push('responded'));
    await awaited;
    publish();
    expect((await response).statusCode).toBe(200);
    expect(order).toEqual(['published', 'responded']);
  });
});
