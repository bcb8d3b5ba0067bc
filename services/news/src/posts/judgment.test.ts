import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aNewsApp, asRole, type TestApp } from '../app-builder.ts';

const FILES = [
  { id: 3, name: 'court.png', mime: 'image/png', hash: 'court_1', url: '/uploads/court_1.png' },
  {
    id: 7,
    name: 'order.pdf',
    mime: 'application/pdf',
    hash: 'order_1',
    url: '/uploads/order_1.pdf',
    size: 412,
  },
];
const JUDGMENT = {
  judgment_document: 7,
  judgment_court: 'Bombay High Court',
  judgment_bench: 'Justice A. Rao',
  judgment_decided_on: '2026-03-31',
};
const AHEAD = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const QUERY = 'fields=title&populate[judgment_document][fields]=url';

let made: TestApp;
beforeEach(async () => {
  made = await aNewsApp({ documents: { file: FILES } });
});
afterEach(async () => made.app.close());

const write = async (data: object, method: 'POST' | 'PUT' = 'POST') => {
  const url = method === 'POST' ? '/api/posts' : '/api/posts/1';
  const response = await made.app.inject({ method, url, headers: asRole(10), payload: { data } });
  return { status: response.statusCode, body: response.json() };
};
const create = (values: object) => write({ title: 'One', slug: 'one', content: '<p>Text</p>', ...values });
const read = async (url: string) => (await made.app.inject(url)).json();

describe('a post about a judgment', () => {
  it('has its document, court, bench and day for everybody', async () => {
    expect((await create(JUDGMENT)).status).toBe(200);
    expect((await read('/api/posts/1?populate=*')).data.attributes).toMatchObject({
      ...JUDGMENT,
      judgment_document: { data: { id: 7, attributes: { url: '/uploads/order_1.pdf', size: 412 } } },
    });
    const found = await read(`/api/posts?${QUERY}&filters[judgment_court][$contains]=Bombay`);
    expect(found.data).toEqual([
      {
        id: 1,
        attributes: {
          title: 'One',
          judgment_document: { data: { id: 7, attributes: { url: '/uploads/order_1.pdf' } } },
        },
      },
    ]);
  });

  it('is listed where its document is used', async () => {
    await create(JUDGMENT);
    const { body } = await made.app.inject({
      url: '/api/posts/picture-usage?id=7',
      headers: asRole(10),
    });
    expect(JSON.parse(body)).toMatchObject({
      data: [{ collection: 'posts', id: 1, title: 'One', attribute: 'judgment_document' }],
    });
  });

  it('has none without one, and none after it was removed', async () => {
    await create({});
    expect(Object.keys((await read('/api/posts/1?populate=*')).data.attributes).join()).not.toContain(
      'judgment',
    );
    await write(JUDGMENT, 'PUT');
    await write({ judgment_document: null, judgment_court: null }, 'PUT');
    expect((await read(`/api/posts/1?${QUERY}`)).data.attributes).toEqual({ title: 'One' });
  });

  it.each([
    [{ judgment_document: 3 }, 'judgment_document must be a PDF document'],
    [{ image: 7 }, 'image must be a picture, not a document'],
    [
      { judgment_document: 99 },
      '1 relation(s) of type plugin::upload.file associated with this entity do not exist',
    ],
    [{ judgment_court: 'x'.repeat(201) }, 'judgment_court must be at most 200 characters'],
    [{ judgment_decided_on: 'March' }, 'Invalid format, expected yyyy-MM-dd'],
    [{ judgment_decided_on: AHEAD }, 'judgment_decided_on must not be in the future'],
  ])('is not stored as %o', async (values, message) => {
    const { status, body } = await create({ ...JUDGMENT, ...values });
    expect([status, body.error.message]).toEqual([400, message]);
  });
});
