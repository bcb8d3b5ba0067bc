import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, aSubject, asRole, type TestApp } from '../app-builder.ts';

const NAME = 'café';

let made: TestApp;
beforeAll(async () => {
  made = await aNewsApp({
    documents: {
      category: [aSubject(1, 'Tax')],
      tag: [
        { ...aSubject(1, 'Bail'), slug: 'Bail' },
        { ...aSubject(2, 'None'), slug: 'none', old_slugs: [''] },
      ],
      post: [
        aPost(1, { slug: 'gst-refund' }),
        aPost(2, { slug: 'Old-Site-Title' }),
        aPost(3, { slug: NAME.normalize('NFC') }),
        aPost(4, { slug: `${NAME}-2`.normalize('NFD') }),
        aPost(5, { slug: 'draft', publishedAt: null }),
        aPost(6, { slug: 'renamed' }),
        // Without an address, as imports may bring it.
        aPost(7, { slug: '', old_slugs: [''] }),
      ],
    },
  });
  const payload = { data: { slug: 'renamed-now' } };
  await made.app.inject({ method: 'PUT', url: '/api/posts/6', headers: asRole(10), payload });
});
afterAll(async () => made.app.close());

async function find(path: string) {
  const response = await made.app.inject({ url: `/api/slugs/${path}` });
  if (response.statusCode !== 200) return response.statusCode;
  const { id, moved } = response.json<{ data: { id: number; moved: boolean } }>().data;
  return { id, moved };
}

describe('an address with what was copied around it', () => {
  it.each([
    ['gst-refund', { id: 1, moved: false }],
    ['gst-refund)', { id: 1, moved: true }],
    ['gst-refund).', { id: 1, moved: true }],
    ['gst-refund&quot;', { id: 1, moved: true }],
    ['gst-refund&#39;%3E', { id: 1, moved: true }],
    ['tags/bail&quot;', { id: 1, moved: true }],
    ['gst-refund%20', { id: 1, moved: true }],
    ['%E2%80%9Cgst-refund%E2%80%9D,', { id: 1, moved: true }],
    ['gst-refund%E2%80%8B', { id: 1, moved: true }],
    ['GST-Refund', { id: 1, moved: true }],
    ['Old-Site-Title', { id: 2, moved: false }],
    ['old-site-title', { id: 2, moved: true }],
    ['OLD-SITE-TITLE.', { id: 2, moved: true }],
    ['Renamed.', { id: 6, moved: true }],
    [encodeURIComponent(NAME.normalize('NFD')), { id: 3, moved: true }],
    [encodeURIComponent(`${NAME}-2`.normalize('NFC')), { id: 4, moved: true }],
    ['categories/TAX,', { id: 1, moved: true }],
    ['tags/bail', { id: 1, moved: true }],
    ['tags/Bail', { id: 1, moved: false }],
  ])('%s leads to the document', async (path, expected) => expect(await find(path)).toEqual(expected));

  it.each(['draft.', ')', '...', '“”', 'gst-refund-x', 'gst refund'])('%s leads nowhere', async (slug) => {
    for (const path of ['', 'tags/', 'categories/'])
      expect(await find(path + encodeURIComponent(slug))).toBe(404);
  });
});
