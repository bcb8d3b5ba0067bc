import { describe, expect, it, vi } from 'vitest';
import { allCollections } from '@vidhi/collections/all.ts';
import type { SendAsStaff, StaffRequest, StaffResponse } from '../session/staff-request.ts';
import { replaceFile, replaceInText, type ReplacedFile } from './replace-file.ts';

const OLD: ReplacedFile = {
  id: 7,
  hash: 'court_0123',
  url: '/uploads/court_0123.png',
  formats: { small: { url: '/uploads/small_court_0123.png', width: 500 } },
  width: 1200,
  height: 800,
  alternativeText: 'The old court',
};
const NEW: ReplacedFile = {
  id: 9,
  hash: 'bench_4567',
  url: '/uploads/bench_4567.jpg',
  formats: { small: { url: '/uploads/small_bench_4567.jpg', width: 500 } },
  width: 600,
  height: 400,
  alternativeText: 'The "new" bench',
};

describe('replaceInText', () => {
  it.each([
    [
      '<p><img src="/uploads/court_0123.png" alt="Old" width="1200" height="800"></p>',
      '<p><img src="/uploads/bench_4567.jpg" alt="The &quot;new&quot; bench" width="600" height="400"></p>',
    ],
    [
      '<img src="/uploads/small_court_0123.png" srcset="/uploads/small_court_0123.png 500w, /uploads/court_0123.png 2x">',
      '<img src="/uploads/small_bench_4567.jpg" srcset="/uploads/small_bench_4567.jpg 500w, /uploads/bench_4567.jpg 2x">',
    ],
    ['<img src="/uploads/large_court_0123.png">', '<img src="/uploads/bench_4567.jpg">'],
    ['<a href="/uploads/court_0123.png">Court</a>', '<a href="/uploads/bench_4567.jpg">Court</a>'],
    ['<img src="/uploads/court_01234.png">', '<img src="/uploads/court_01234.png">'],
    ['<img src="/uploads/other.png" alt="Old">', '<img src="/uploads/other.png" alt="Old">'],
  ])('of %s', (before, after) => expect(replaceInText(before, OLD, NEW)).toBe(after));

  it('leaves a text alone where the file has no name of its own', () => {
    expect(replaceInText('<img src="/uploads/.*.png">', { ...OLD, hash: '.*' }, NEW)).toContain(
      '/uploads/.*',
    );
  });
});

const aResponse = (change: Partial<StaffResponse>): StaffResponse => ({
  status: 200,
  isOk: true,
  body: null,
  etag: null,
  problem: { status: 0, code: '', message: '', fields: {} },
  details: {},
  ...change,
});

function aServer(attributes: object, etag: string | null = '"e4"') {
  const sent: StaffRequest[] = [];
  const send: SendAsStaff = vi.fn(async (request: StaffRequest) => {
    sent.push(request);
    return request.method === 'PUT'
      ? aResponse({})
      : aResponse({ body: { data: { id: 41, attributes } }, etag });
  });
  return { sent, send };
}
const usageOf = (attribute: string, collection = 'posts') => ({
  collection,
  id: 41,
  title: 'Bail',
  attribute,
});

describe('replaceFile', () => {
  it.each<[string, string, object, unknown]>([
    ['a picture', 'image', { image: { data: { id: 7 } } }, 9],
    ['one of several pictures', 'images', { images: { data: [{ id: 3 }, { id: 7 }] } }, [3, 9]],
    ['a picture beside the other one', 'images', { images: { data: [{ id: 9 }, { id: 7 }] } }, [9]],
    [
      'a text',
      'content',
      { content: '<a href="/uploads/court_0123.png">C</a>' },
      '<a href="/uploads/bench_4567.jpg">C</a>',
    ],
  ])('writes %s on condition that nobody has edited the document', async (_what, name, attributes, value) => {
    const { send, sent } = aServer(attributes);
    expect(await replaceFile(send, usageOf(name), OLD, NEW)).toBeNull();
    expect(sent).toEqual([
      { path: `/posts/41?publicationState=preview&populate[${name}][fields][0]=id` },
      {
        path: '/posts/41',
        method: 'PUT',
        body: { data: { [name]: value } },
        headers: { 'if-match': '"e4"' },
      },
    ]);
  });

  it('writes nothing where the document does not have the file any more', async () => {
    const { send, sent } = aServer({ image: { data: { id: 3 } } });
    expect(await replaceFile(send, usageOf('image'), OLD, NEW)).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it('finds the one document of each single type at its address', async () => {
    const singles = allCollections.filter(({ kind }) => kind === 'single');
    expect(singles.length).toBeGreaterThan(1);
    for (const collection of singles) {
      const { send, sent } = aServer({ logo: { data: { id: 7 } } }, null);
      await replaceFile(send, usageOf('logo', collection.plural), OLD, NEW);
      const routes: { detail?: string | null } = ('routes' in collection ? collection.routes : null) ?? {};
      const address = (routes.detail ?? `/api/${collection.name}`).replace('/api', '');
      expect(sent.map(({ path }) => path.split('?')[0])).toEqual([address, address]);
    }
  });

  it('resolves with the response that failed', async () => {
    const failed = aResponse({ status: 412, isOk: false });
    const send = vi.fn(async (request: StaffRequest) =>
      request.method === 'PUT'
        ? failed
        : aResponse({ body: { data: { id: 41, attributes: { image: { data: { id: 7 } } } } } }),
    );
    expect(await replaceFile(send, usageOf('image'), OLD, NEW)).toBe(failed);
  });

  it.each<[string, string, unknown, unknown]>([
    ['a picture', 'image', 7, 9],
    ['one of several pictures', 'images', [3, 7], [3, 9]],
    ['a text', 'content', '<img src="/uploads/court_0123.png">', '<img src="/uploads/bench_4567.jpg">'],
  ])('changes %s in a working copy, which stays that of its writer', async (_what, name, typed, value) => {
    const sent: StaffRequest[] = [];
    const send: SendAsStaff = async (request) => {
      sent.push(request);
      return aResponse({ body: { data: { seq: 3, values: { [name]: typed } } }, etag: '"w3"' });
    };
    expect(await replaceFile(send, { ...usageOf(name), working_copy: true }, OLD, NEW)).toBeNull();
    expect(sent).toEqual([
      { path: '/posts/41/working-copy' },
      {
        path: '/posts/41/working-copy/values',
        method: 'POST',
        body: { data: { values: { [name]: value } } },
        headers: { 'if-match': '"w3"' },
      },
    ]);
  });

  it('changes no working copy that was saved meanwhile', async () => {
    const send = vi.fn(async () => aResponse({ body: { data: null }, etag: '"w4"' }));
    expect(await replaceFile(send, { ...usageOf('image'), working_copy: true }, OLD, NEW)).toBeNull();
    expect(send).toHaveBeenCalledTimes(1);
  });
});
