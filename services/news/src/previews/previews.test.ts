import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, aSubject, asRole, type TestApp } from '../app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const EDITOR = asRole(10);
const ADMINISTRATOR = asRole(11);
const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-28T10:00:00.000Z');
let clock = START;
type Headers = Readonly<Record<string, string>>;

async function call(
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers: Headers = {},
  data?: object,
) {
  const response = await made.app.inject({
    method,
    url,
    headers: { ...headers },
    ...(data === undefined ? {} : { payload: { data } }),
  });
  const isJson = response.headers['content-type']?.includes('json') === true && response.body !== '';
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson ? response.json() : response.body,
  };
}

/** A draft with a working copy; returns its address in the API. */
async function aDraft(
  values: object = {},
  copied: object | null = { title: 'Typed words' },
): Promise<string> {
  clock = START;
  made = await aNewsApp({
    now: () => clock,
    documents: {
      category: [aSubject(1, 'Tax'), aSubject(2, 'GST', { parent_category: 1 })],
      user: [{ id: 1, first_name: 'Meena', last_name: 'Rao', token_version: 1 }],
    },
  });
  const { body } = await call('POST', '/api/posts', EDITOR, {
    title: 'Stored words',
    slug: 'stored-words',
    content: '<p>Stored text</p>',
    publishedAt: null,
    categories: [2],
    user: 1,
    ...values,
  });
  const url = `/api/posts/${body.data.id}`;
  if (copied !== null) await type(url, copied);
  return url;
}

const type = (url: string, values: object, n = 1) =>
  call('PUT', `${url}/working-copy`, { ...EDITOR, 'if-match': '*' }, { values, base_rev: 1, tab: 'a', n });

async function share(url: string, body: object = { hours: 72 }): Promise<string> {
  const response = await call('POST', `${url}/previews`, EDITOR, body);
  expect(response.status).toBe(200);
  return String(response.body.data.url).replace('https://news.example.in/preview/', '');
}
const QUERY =
  'populate[categories][populate]=parent_category&populate[user][fields]=first_name&populate[tags]=1';
const open = (token: string) => call('GET', `/api/previews/${token}?${QUERY}`);

describe('a preview link', () => {
  it('shows what is typed and not published, with all that readers would see, to anybody who has it', async () => {
    const url = await aDraft();
    const { status, headers, body } = await open(await share(url));
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body.data).toHaveLength(1);
    expect(body.data[0].attributes).toMatchObject({
      title: 'Typed words',
      slug: 'stored-words',
      content: '<p>Stored text</p>',
      categories: {
        data: [
          {
            attributes: {
              name: 'GST',
              parent_category: { data: { attributes: { name: 'Tax' } } },
            },
          },
        ],
      },
      user: { data: { attributes: { first_name: 'Meena' } } },
    });
    expect(body.data[0].attributes).not.toHaveProperty('stage');
    expect(body.meta.preview).toEqual({ expires_at: '2026-12-01T10:00:00.000Z' });
    expect((await call('GET', url)).status).toBe(404);
  });

  it('follows the typing, and shows the stored text where what is typed could not be saved', async () => {
    const url = await aDraft({}, null);
    const token = await share(url);
    expect((await open(token)).body.data[0].attributes.title).toBe('Stored words');
    await type(url, { title: '', slug: 'cart', categories: [999], content: 7, trending: 'x', unknown: 1 });
    expect((await open(token)).body.data[0].attributes).toMatchObject({
      title: 'Stored words',
      slug: 'stored-words',
      content: '<p>Stored text</p>',
      categories: { data: [{ id: 2 }] },
    });
    await type(url, { title: 'Better', categories: [], user: null }, 2);
    expect((await open(token)).body.data[0].attributes).toMatchObject({
      title: 'Better',
      categories: { data: [] },
      user: { data: null },
    });
  });

  it('runs no script of what is typed', async () => {
    const url = await aDraft(
      {},
      { content: '<p onclick="a()">A<script>alert(1)</script><a href="javascript:b()">b</a></p>' },
    );
    expect((await open(await share(url))).body.data[0].attributes.content).toBe('<p>A<a>b</a></p>');
  });

  it('leaves the list of readers, the search and the feeds alone', async () => {
    const url = await aDraft();
    await open(await share(url));
    for (const path of ['/api/posts', '/api/posts/search?q=typed', '/feed.xml', '/sitemaps/posts-1.xml'])
      expect(JSON.stringify((await call('GET', path)).body)).not.toMatch(/typed words|stored-words/i);
  });

  it('is of its own article alone, and is not guessed', async () => {
    const url = await aDraft();
    const token = await share(url);
    const other = await call('POST', '/api/posts', EDITOR, {
      title: 'Other',
      slug: 'other',
      publishedAt: null,
    });
    const end = await call('DELETE', `/api/posts/${other.body.data.id}/previews/anything`, EDITOR);
    expect(end.status).toBe(404);
    const [{ id }] = (await call('GET', `${url}/previews`, EDITOR)).body.data;
    expect((await call('DELETE', `/api/posts/${other.body.data.id}/previews/${id}`, EDITOR)).status).toBe(
      404,
    );
    const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    for (const wrong of [
      flipped,
      id,
      '',
      'null',
      `${token}x`,
      token.slice(1),
      token.toUpperCase(),
      '%00',
      '1',
    ])
      expect([wrong, (await open(wrong)).status]).toEqual([wrong, 404]);
    expect((await open(token)).status).toBe(200);
  });

  it('ends at its time, and when somebody ends it', async () => {
    const url = await aDraft();
    const [first, second] = [await share(url, { hours: 1 }), await share(url, { hours: 2 })];
    clock = START + HOUR_MS;
    expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200]);
    const [{ id }] = (await call('GET', `${url}/previews`, EDITOR)).body.data;
    expect((await call('DELETE', `${url}/previews/${id}`, EDITOR)).status).toBe(200);
    expect((await open(second)).status).toBe(404);
    expect((await call('HEAD', `/api/previews/${second}`)).status).toBe(404);
    expect((await call('DELETE', `${url}/previews/${id}`, EDITOR)).status).toBe(404);
    expect((await call('GET', `${url}/previews`, EDITOR)).body.data).toEqual([]);
  });

  it('has for HEAD the status of GET and no text', async () => {
    const url = await aDraft();
    const { status, body, headers } = await call('HEAD', `/api/previews/${await share(url)}`);
    expect([status, body, headers['cache-control']]).toEqual([200, '', 'no-store']);
  });

  it('shows the order of a court in place of the text, and is not made then', async () => {
    const url = await aDraft();
    const token = await share(url);
    await call('POST', `${url}/takedown`, ADMINISTRATOR, {
      order_number: 'W.P. 1/2026',
      court: 'High Court of Delhi',
      ordered_on: '2026-11-20',
    });
    const { status, body, headers } = await open(token);
    expect([status, headers['cache-control'], body.error.details.court]).toEqual([
      451,
      'no-store',
      'High Court of Delhi',
    ]);
    expect(JSON.stringify(body)).not.toMatch(/words/);
    expect((await call('POST', `${url}/previews`, EDITOR, { hours: 1 })).status).toBe(409);
  });

  it('shows nothing under an embargo, be it typed or stored', async () => {
    const until = '2026-11-29T10:00:00.000Z';
    const url = await aDraft();
    const token = await share(url);
    await type(url, { embargo_until: until }, 2);
    expect((await open(token)).status).toBe(404);
    const { status, body } = await call('POST', `${url}/previews`, EDITOR, { hours: 1 });
    expect([status, body.error.details]).toEqual([409, { embargo_until: until }]);
    clock = Date.parse(until);
    expect((await open(token)).status).toBe(200);
  });

  it('ends with its article', async () => {
    const url = await aDraft();
    const token = await share(url);
    await call('DELETE', url, EDITOR);
    expect((await open(token)).status).toBe(404);
  });

  it('has its address in the response that made it alone, and is listed with who made it and when it was read', async () => {
    const url = await aDraft();
    const token = await share(url, { hours: 24, label: '  Counsel for\n the appellant ' });
    const read = async () => (await call('GET', `${url}/previews`, EDITOR)).body.data;
    const [link] = await read();
    expect(link).toMatchObject({
      label: 'Counsel for the appellant',
      by: { id: 1, name: 'Meena Rao' },
      created_at: '2026-11-28T10:00:00.000Z',
      expires_at: '2026-11-29T10:00:00.000Z',
      opened_at: null,
    });
    expect(JSON.stringify(link)).not.toContain(token);
    clock += HOUR_MS;
    await open(token);
    expect((await read())[0].opened_at).toBe('2026-11-28T11:00:00.000Z');
  });

  it.each([
    {},
    { hours: 0 },
    { hours: 721 },
    { hours: 1.5 },
    { hours: '24' },
    { hours: 1, label: 7 },
    { hours: 1, label: 'x'.repeat(81) },
  ])('is not made from %j', async (body) => {
    const url = await aDraft();
    const { status } = await call('POST', `${url}/previews`, EDITOR, body);
    expect(status).toBe(400);
  });

  it('is one of twenty at most of an article', async () => {
    const url = await aDraft();
    for (let made = 0; made < 20; made += 1) await share(url, { hours: 1 });
    expect((await call('POST', `${url}/previews`, EDITOR, { hours: 1 })).status).toBe(409);
    clock += HOUR_MS;
    await share(url);
  });

  it('shows the changes of a published article, of which readers see the former text', async () => {
    const url = await aDraft({ publishedAt: '2026-11-20T10:00:00.000Z' });
    expect((await open(await share(url))).body.data[0].attributes.title).toBe('Typed words');
    expect((await call('GET', url)).body.data.attributes.title).toBe('Stored words');
  });
});

it('a process without writes shows previews and makes none', async () => {
  made = await aNewsApp({ isReader: true, documents: { post: [aPost(1)] } });
  expect((await open('x')).status).toBe(404);
  expect((await call('POST', '/api/posts/1/previews', EDITOR, { hours: 1 })).status).toBe(404);
});
