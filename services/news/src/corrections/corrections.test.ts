import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { aNewsApp, aPost, aSubject, asRole, type TestApp } from '../app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const EDITOR = asRole(10);
const PAST = '2026-11-20T10:00:00.000Z';
type Headers = Readonly<Record<string, string>>;

async function call(method: 'GET' | 'POST' | 'PUT', url: string, data?: object, headers: Headers = EDITOR) {
  const response = await made.app.inject({
    method,
    url,
    headers: { ...headers },
    ...(data === undefined ? {} : { payload: { data } }),
  });
  const isJson = response.headers['content-type']?.includes('application/json') === true;
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson ? response.json() : response.body,
  };
}

beforeEach(async () => {
  made = await aNewsApp({ isAudited: true, documents: { category: [aSubject(1, 'Tax')] } });
  for (const [title, publishedAt] of [
    ['One', PAST],
    ['Two', PAST],
    ['Draft', null],
  ])
    await call('POST', '/api/posts', {
      title,
      slug: String(title).toLowerCase(),
      content: '<p>Text</p>',
      publishedAt,
      categories: [1],
    });
});

const correct = (id: number, text: string, rest: object = {}, headers: Headers = EDITOR) =>
  call('POST', `/api/posts/${id}/corrections`, { text, ...rest }, headers);
const list = async (query = '') => (await call('GET', `/api/corrections${query}`, undefined, {})).body;

describe('a correction', () => {
  it('is told to readers of its article with its time, and changes nothing else of it', async () => {
    const before = (await call('GET', '/api/posts/1', undefined, {})).body.data.attributes;
    const { status, headers, body } = await correct(1, '  The bench had\n two judges, not three. ');
    expect([status, headers['etag']]).toEqual([200, '"e2"']);
    expect(body.data.attributes.corrections).toHaveLength(1);
    const { attributes } = (await call('GET', '/api/posts/1', undefined, {})).body.data;
    expect(attributes.corrections).toEqual([
      {
        id: 1,
        text: 'The bench had two judges, not three.',
        corrected_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect({ ...attributes, corrections: undefined, updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
    expect(before).not.toHaveProperty('corrections');
  });

  it('is in the history and in the audit log under its own name', async () => {
    await correct(1, 'Two judges');
    const [edit] = (await call('GET', '/api/posts/1/revisions')).body.data;
    expect(edit).toMatchObject({ kind: 'correction', note: 'Two judges', changed: ['corrections'] });
    const entry = made.store.events.findLast(({ type }) => type === 'audit.recorded');
    expect(entry?.data).toMatchObject({ action: 'correct', type: 'post', id: '1', reason: 'Two judges' });
  });

  it('is one of a published article, by the desk that publishes', async () => {
    expect((await correct(3, 'Too early')).status).toBe(409);
    expect((await correct(1, 'A', {}, asRole(4))).status).toBe(403);
    expect((await correct(99, 'A')).status).toBe(404);
  });

  it.each([
    [{ text: '' }, 'text'],
    [{ text: '   ' }, 'text'],
    [{ text: 7 }, 'text'],
    [{ text: 'x'.repeat(1_001) }, 'text'],
    [{ text: 'A', corrected_at: 'yesterday' }, 'corrected_at'],
    [{ text: 'A', corrected_at: '2999-01-01T00:00:00.000Z' }, 'corrected_at'],
  ])('is rejected for %j', async (data, name) => {
    const { status, body } = await call('POST', '/api/posts/1/corrections', data);
    expect([status, body.error.details.errors[0].path]).toEqual([400, [name]]);
  });

  it('is not written, removed or brought back by a save of the article', async () => {
    await correct(1, 'Two judges');
    await call('PUT', '/api/posts/1', { title: 'New', corrections: [] });
    await call('PUT', '/api/posts/1', { corrections: null });
    const read = async () => (await made.store.find(postCollection, 1))?.doc['corrections'];
    expect(await read()).toMatchObject([{ id: 1 }]);
    const [{ rev }] = (await call('GET', '/api/posts/1/revisions')).body.data.slice(-1);
    await call('POST', `/api/posts/1/revisions/${rev}/restore`);
    expect(await read()).toMatchObject([{ id: 1 }]);
  });

  it('rejects one that was written on another state of the article', async () => {
    await correct(1, 'First');
    const late = await correct(1, 'Second', {}, { ...EDITOR, 'if-match': '"e1"' });
    expect([late.status, late.body.error.details.changed]).toEqual([412, ['corrections']]);
  });

  it('is one of both that are written side by side', async () => {
    await Promise.all([correct(1, 'First'), correct(1, 'Second')]);
    const stored = (await made.store.find(postCollection, 1))?.doc['corrections'] as { id: number }[];
    expect(stored.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('is taken back alone, and its number is not used again while a later one is there', async () => {
    for (const text of ['First', 'Second']) await correct(1, text);
    expect((await call('POST', '/api/posts/1/corrections/1/removal')).status).toBe(200);
    expect((await call('POST', '/api/posts/1/corrections/1/removal')).status).toBe(404);
    await correct(1, 'Third');
    expect((await list()).data.map(({ text }: { text: string }) => text)).toEqual(['Third', 'Second']);
    for (const id of [2, 3]) await call('POST', `/api/posts/1/corrections/${id}/removal`);
    const { attributes } = (await call('GET', '/api/posts/1', undefined, {})).body.data;
    expect(attributes).not.toHaveProperty('corrections');
    expect(await list()).toMatchObject({ data: [], meta: { pagination: { total: 0, pageCount: 0 } } });
  });

  it('is in the feeds with its date, and moves the time of the last change', async () => {
    const atom = async () => (await call('GET', '/atom.xml', undefined, {})).body as string;
    expect(await atom()).not.toContain('Correction');
    await correct(1, 'Two judges & not <three>', { corrected_at: '2026-11-25T20:00:00.000Z' });
    const feed = await atom();
    expect(feed).toContain('Correction, 26 November 2026:');
    expect(feed).toContain('Two judges &amp;amp; not &amp;lt;three&amp;gt;');
    expect(feed).toContain('https://news.example.in/corrections');
    expect((await call('GET', '/feed.json', undefined, {})).body).toContain('Correction, 26 November 2026:');
  });
});

describe('the list of corrections', () => {
  it('has the newest first, with the address of the article', async () => {
    await correct(1, 'Older', { corrected_at: '2026-11-21T10:00:00.000Z' });
    await correct(2, 'Newer', { corrected_at: '2026-11-22T10:00:00.000Z' });
    expect((await list()).data).toEqual([
      {
        id: 1,
        text: 'Newer',
        corrected_at: '2026-11-22T10:00:00.000Z',
        post: { id: 2, title: 'Two', slug: 'two', category: 'tax' },
      },
      expect.objectContaining({ text: 'Older' }),
    ]);
  });

  it('has none of an article that readers do not see', async () => {
    await correct(1, 'Two judges');
    await call('POST', '/api/posts/1/unpublish', {});
    expect((await list()).data).toEqual([]);
    await call('POST', '/api/posts/1/publish', {});
    expect((await list()).data).toHaveLength(1);
  });

  it('has pages of 24', async () => {
    for (let count = 0; count < 25; count += 1) await correct(1, `Correction ${count}`);
    const second = await list('?pagination[page]=2');
    expect([second.data.length, second.meta.pagination]).toEqual([
      1,
      { page: 2, pageSize: 24, pageCount: 2, total: 25 },
    ]);
    expect((await list('?pagination[page]=x')).data).toHaveLength(24);
    expect((await list('?pagination[page]=9')).data).toEqual([]);
  });
});

it('what an import brings as corrections and is none is shown nowhere', async () => {
  const corrections = [7, null, { text: 'x' }, { id: 1, text: 'Right', corrected_at: 'never' }, 'a'];
  await made.app.close();
  made = await aNewsApp({ documents: { post: [aPost(1, { corrections }), aPost(2, { corrections: 'a' })] } });
  expect((await list()).data).toEqual([]);
  expect((await call('GET', '/atom.xml', undefined, {})).body).not.toContain('Correction');
});
