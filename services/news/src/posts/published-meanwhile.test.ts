import { afterEach, beforeEach, expect, it } from 'vitest';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { aNewsApp, type TestApp } from '../app-builder.ts';

const WRITER = { authorization: 'Bearer writer' };

let made: TestApp;
beforeEach(async () => {
  made = await aNewsApp({
    verifyToken: async () => ({ userId: 1, role: 10, tokenVersion: 1, desks: ['news'] }),
  });
  const payload = { data: { title: 'A', slug: 'a', content: '<p>Draft</p>', publishedAt: null } };
  await made.app.inject({ method: 'POST', url: '/api/posts', headers: WRITER, payload });
  // Another process publishes it: this one has not heard of it yet.
  await made.store.update(postCollection, 1, () => ({ publishedAt: '2026-11-20T10:00:00.000Z' }));
});
afterEach(async () => made.app.close());

it.each([
  ['a save', 'PUT', '/api/posts/1', { data: { content: '<p>Typed</p>' } }],
  ['a withdrawal', 'PUT', '/api/posts/1', { data: { publishedAt: null } }],
  ['a removal', 'DELETE', '/api/posts/1', undefined],
] as const)('%s of a writer is rejected on an article published in the same instant', async (...write) => {
  const [, method, url, payload] = write;
  const response = await made.app.inject({
    method,
    url,
    headers: WRITER,
    ...(payload === undefined ? {} : { payload }),
  });
  expect(response.statusCode).toBe(403);
  const found = await made.store.find(postCollection, 1);
  expect(found?.doc).toMatchObject({ content: '<p>Draft</p>', publishedAt: '2026-11-20T10:00:00.000Z' });
});

it('a draft of the writer is saved and removed', async () => {
  await made.store.update(postCollection, 1, () => ({ publishedAt: null }));
  const payload = { data: { content: '<p>Typed</p>' } };
  const save = await made.app.inject({ method: 'PUT', url: '/api/posts/1', headers: WRITER, payload });
  const removal = await made.app.inject({ method: 'DELETE', url: '/api/posts/1', headers: WRITER });
  expect([save.statusCode, removal.statusCode]).toEqual([200, 200]);
});
