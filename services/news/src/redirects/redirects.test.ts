import { afterEach, describe, expect, it } from 'vitest';
import { MAX_REDIRECT_ROWS } from '@vidhi/contracts/redirects.ts';
import { PUBLIC_URL, aNewsApp, aPost, aSubject, asRole, type TestApp } from '../app-builder.ts';

const STAFF = { ...asRole(11), 'content-type': 'application/json' };
let made: TestApp;
afterEach(async () => made.app.close());

async function start(
  documents: NonNullable<Parameters<typeof aNewsApp>[0]>['documents'] = {},
): Promise<void> {
  made = await aNewsApp({ documents, isAudited: true });
}
async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const response = await made.app.inject({
    method,
    url: `/api/redirects${url}`,
    headers: STAFF,
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return {
    status: response.statusCode,
    body: response.body === '' ? null : response.json(),
  };
}
const add = (from: string, to: string | null, code?: string) =>
  call('POST', '', { from, to, ...(code === undefined ? {} : { code }) });
async function lookup(path: string): Promise<unknown> {
  const url = `/api/redirects/lookup?path=${encodeURIComponent(path)}`;
  const found = (await made.app.inject(url)).json<{ data: { status: number; location: string } | null }>()
    .data;
  return found === null ? null : [found.status, found.location];
}

describe('a redirect', () => {
  it('leads from an address, however it is encoded, to another one', async () => {
    await start();
    const created = await add('/caf%C3%A9/', `${PUBLIC_URL}/new?a=1`);
    expect([created.status, created.body.data]).toMatchObject([
      201,
      { from: '/café', to: '/new?a=1', code: '301', note: null, final: null },
    ]);
    for (const path of ['/café', '/caf%C3%A9', '/caf%c3%a9/'])
      expect(await lookup(path)).toEqual([301, '/new?a=1']);
    expect(await lookup('/Café')).toBeNull();
    expect(await lookup('/')).toBeNull();
  });

  it('leads elsewhere for now, or is gone', async () => {
    await start();
    await add('/now', 'https://other.example/x', '302');
    await add('/gone', null, '410');
    expect(await lookup('/now')).toEqual([302, 'https://other.example/x']);
    expect(await lookup('/gone')).toEqual([410, null]);
    expect((await add('/gone-too', '/x', '410')).status).toBe(400);
    expect((await add('/nowhere', null)).status).toBe(400);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/%2f%2fevil.example',
    'javascript:alert(1)',
    'https://user@evil.example',
    '/a\r\nset-cookie: a=b',
  ])('never leads to %j', async (to) => {
    await start();
    const { status, body } = await add('/old', to);
    expect([status, body.error.details.errors[0].path]).toEqual([400, ['to']]);
  });

  it('of an import that no rule has checked leads nowhere', async () => {
    await start({
      redirect: [
        { id: 1, from: '/a', to: '//evil.example', code: '301' },
        { id: 2, from: '/b', to: 'javascript:alert(1)', code: '301' },
        { id: 3, from: '/c', to: null, code: '301' },
      ],
    });
    for (const path of ['/a', '/b', '/c']) expect(await lookup(path)).toBeNull();
  });

  it('is the only one of its address, and is edited and removed', async () => {
    await start();
    const { id } = (await add('/old', '/new')).body.data;
    expect((await add('/old/', '/newer')).status).toBe(400);
    expect((await call('PUT', `/${id}`, { to: '/newer' })).body.data).toMatchObject({
      to: '/newer',
      code: '301',
    });
    expect(await lookup('/old')).toEqual([301, '/newer']);
    expect((await call('PUT', `/${id}`, { code: '410' })).body.data).toMatchObject({
      to: null,
      code: '410',
    });
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect(await lookup('/old')).toBeNull();
    expect((await call('GET', `/${id}`)).status).toBe(404);
    const actions = made.store.events.flatMap(({ type, data }) =>
      type === 'audit.recorded' ? [(data as { action: string }).action] : [],
    );
    expect(actions).toEqual(['create', 'update', 'update', 'delete']);
  });

  it('is read by staff of the desk alone, and looked up by everybody', async () => {
    await start();
    const statusOf = async (role: number) =>
      (await made.app.inject({ url: '/api/redirects', headers: asRole(role) })).statusCode;
    expect([await statusOf(4), await statusOf(10), await statusOf(11)]).toEqual([403, 200, 200]);
    expect((await made.app.inject('/api/redirects')).statusCode).toBe(403);
    expect((await made.app.inject('/api/redirects/lookup?path=/x')).statusCode).toBe(200);
  });
});

describe('several redirects', () => {
  it('lead to their end at once', async () => {
    await start();
    await add('/a', '/b');
    await add('/b', '/c?x=1', '302');
    expect((await add('/c', 'https://other.example/')).status).toBe(201);
    expect(await lookup('/a')).toEqual([302, 'https://other.example/']);
    expect(await lookup('/c')).toEqual([301, 'https://other.example/']);
    const { body } = await call('GET', '?q=/a&sort=-from');
    expect(body.data).toMatchObject([{ from: '/a', to: '/b', final: 'https://other.example/' }]);
  });

  it('never lead back', async () => {
    await start();
    expect((await add('/a', '/a')).status).toBe(400);
    expect((await add('/a', '/a/?x=1')).status).toBe(400);
    await add('/a', '/b');
    await add('/b', `${PUBLIC_URL}/c`);
    expect((await add('/c', '/a')).body.error.details.errors).toMatchObject([{ path: ['to'] }]);
    const { id } = (await add('/c', '/d')).body.data;
    expect((await call('PUT', `/${id}`, { to: 'http://news.example.in/a' })).status).toBe(400);
    // The former address of an edited redirect is no step any more.
    expect((await call('PUT', `/${id}`, { from: '/d', to: '/c' })).status).toBe(200);
  });

  it('that lead back because they were restored or imported are in no effect, and shown', async () => {
    await start({
      redirect: [
        { id: 1, from: '/a', to: '/b', code: '301' },
        { id: 2, from: '/b', to: '/a', code: '301' },
      ],
    });
    expect(await lookup('/a')).toBeNull();
    const { body } = await call('GET', '?note=loop');
    expect(body.meta.pagination.total).toBe(2);
  });

  it('stop at a page, and lead on from what was renamed', async () => {
    await start({
      category: [aSubject(1, 'GST', { old_slugs: ['tax'] })],
      post: [aPost(1, { slug: 'new-name', old_slugs: ['old-name'], categories: [1] })],
    });
    await add('/a', '/gst/new-name');
    await add('/b', '/gst/old-name');
    await add('/c', '/news/tax');
    await add('/gst/new-name', '/elsewhere');
    expect(await lookup('/a')).toEqual([301, '/gst/new-name']);
    expect(await lookup('/b')).toEqual([301, '/gst/new-name']);
    expect(await lookup('/c')).toEqual([301, '/news/gst']);
  });

  it('show which of them a page or another part of the site stands before', async () => {
    await start({
      category: [aSubject(1, 'GST')],
      post: [aPost(1, { slug: 'report', categories: [1] }), aPost(2, { slug: 'draft', publishedAt: null })],
      'hosted-page': [
        { id: 1, name: 'refunds', content: 'x' },
        { id: 2, name: 'hidden', content: 'x', is_draft: true },
      ],
    });
    for (const from of [
      '/report',
      '/gst/report',
      '/news/gst',
      '/refunds',
      '/about',
      '/api/x',
      '/draft',
      '/hidden',
      '/news/none',
      '/x',
    ])
      await add(from, '/new');
    const { body } = await call('GET', '?pagination[pageSize]=50');
    expect(
      Object.fromEntries(body.data.map((row: { from: string; note: string }) => [row.from, row.note])),
    ).toEqual({
      '/report': 'page',
      '/gst/report': 'page',
      '/news/gst': 'page',
      '/refunds': 'page',
      '/about': 'page',
      '/api/x': 'reserved',
      '/draft': null,
      '/hidden': null,
      '/news/none': null,
      '/x': null,
    });
    expect((await call('GET', '?note=any')).body.meta.pagination.total).toBe(6);
  });
});

describe('the import of a CSV file', () => {
  const FILE = [
    '\uFEFFFrom;To;Code',
    '/a;/b;301',
    '/b;/c;',
    '"/quoted;path";"/say""so""";302',
    '/gone;;410',
    '',
    '/evil;//evil.example;301',
    'old;/x;301',
    '/code;/x;307',
    '/a/;/other;301',
    '/loop;/loop2;301',
    '/loop2;/loop;301',
  ].join('\r\n');
  const send = (csv: string, more: object = {}) => call('POST', '/import', { csv, ...more });

  it('says what it would do, with the row of each error, and stores nothing', async () => {
    await start();
    const { body } = await send(FILE, { dry_run: true });
    expect(body.data).toMatchObject({ added: 5, changed: 0, unchanged: 0 });
    expect(body.data.failed.map(({ row }: { row: number }) => row)).toEqual([7, 8, 9, 10, 11]);
    expect((await call('GET', '')).body.meta.pagination.total).toBe(0);
  });

  it('stores the others, and again nothing', async () => {
    await start();
    await add('/gone', '/x');
    expect((await send(FILE)).body.data).toMatchObject({ added: 4, changed: 1, unchanged: 0 });
    expect(await lookup('/a')).toEqual([301, '/c']);
    expect(await lookup('/quoted;path')).toEqual([302, '/say%22so%22']);
    expect(await lookup('/gone')).toEqual([410, null]);
    expect((await send(FILE)).body.data).toMatchObject({ added: 0, changed: 0, unchanged: 5 });
  });

  it('takes a file without names of columns, and what the export writes', async () => {
    await start();
    expect((await send('/a,/b\n/c,/d,302')).body.data).toMatchObject({ added: 2, failed: [] });
    const exported = 'from,to,code,Look at\r\n/a,/b,301,\r\n/c,/d,302,\r\n';
    expect((await send(exported)).body.data).toMatchObject({ unchanged: 2, failed: [] });
  });

  it('rejects a file without rows, and one with too many', async () => {
    await start();
    expect((await send('from,to,code\n')).status).toBe(400);
    const rows = Array.from({ length: MAX_REDIRECT_ROWS + 1 }, (_, index) => `/${index + 1},/x`);
    expect((await send(rows.join('\n'))).status).toBe(400);
  });
});
