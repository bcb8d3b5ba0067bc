import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, aSubject, asRole, type TestApp } from '../app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const STAMPS = { createdAt: '2026-10-01T09:00:00.000Z', updatedAt: '2026-10-01T09:00:00.000Z' };
const aPage = (id: number, name: string, values: object = {}) => ({
  id,
  name,
  content: '<p>Text</p>',
  ...STAMPS,
  ...values,
});
async function read(plural: string): Promise<unknown> {
  const response = await made.app.inject({ url: `/api/${plural}/shadowed`, headers: asRole(10) });
  expect(response.headers['cache-control']).toBe('no-store');
  return response.json().data;
}

describe('pages that readers do not reach', () => {
  it('have the address of a screen, of a published article, or of a newer page', async () => {
    made = await aNewsApp({
      documents: {
        post: [
          aPost(7, { slug: 'bail', title: 'Bail' }),
          aPost(8, { slug: 'later', publishedAt: null }),
          aPost(9, { slug: 'about' }),
        ],
        'hosted-page': [
          aPage(1, 'search'),
          aPage(2, 'bail'),
          aPage(3, 'later'),
          aPage(4, 'refunds'),
          aPage(5, 'refunds', { title: 'Refunds' }),
          aPage(6, 'refunds', { is_draft: true }),
          // It replaces the text of that screen, which no article has the address of.
          aPage(10, 'about'),
        ],
      },
    });
    expect(await read('hosted-pages')).toEqual([
      { id: 1, by: 'screen', other: null },
      { id: 2, by: 'article', other: { id: 7, title: 'Bail' } },
      { id: 4, by: 'page', other: { id: 5, title: 'Refunds' } },
    ]);
  });

  it('are categories with the address of an older one, and those whose articles have the address of a screen', async () => {
    made = await aNewsApp({
      documents: {
        category: [aSubject(1, 'Tax'), aSubject(2, 'Tax law', { slug: 'tax' }), aSubject(3, 'Cart')],
      },
    });
    expect(await read('categories')).toEqual([
      { id: 2, by: 'category', other: { id: 1, title: 'Tax' } },
      { id: 3, by: 'screen', other: null },
    ]);
  });
});
