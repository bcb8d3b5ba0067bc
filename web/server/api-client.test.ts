import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiFailure, createApiClient, type ApiClient } from './api-client.ts';

let asked: string[] = [];
let answer = '{"data":[]}';
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.statusCode = request.url?.includes('broken') ? 500 : 200;
  response.setHeader('x-data-position', 'news.posts=3');
  response.end(answer);
});
let api: ApiClient;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  api = createApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await api.close();
  server.close();
});

it('asks below /api and keeps the position of the answer', async () => {
  asked = [];
  expect(await api.get('/posts?x=1')).toEqual({ body: { data: [] }, position: 'news.posts=3' });
  expect(asked).toEqual(['/api/posts?x=1']);
});

it('throws the status of a failed answer', async () => {
  const failure = await api.get('/broken').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect((failure as ApiFailure).status).toBe(500);
});

it('asks once for what many pages want at the same moment, and each time for the rest', async () => {
  asked = [];
  await Promise.all([
    api.get('/site-setting'),
    api.get('/site-setting'),
    api.get('/posts?y=1'),
    api.get('/posts?y=1'),
  ]);
  expect(asked.toSorted()).toEqual(['/api/posts?y=1', '/api/posts?y=1', '/api/site-setting']);
});

it('gives the same object for a shared read whose text has not changed, and another once it has', async () => {
  const first = await api.get('/social-link?again=1');
  await expect.poll(async () => (await api.get('/social-link?again=1')) === first).toBe(false);
  const second = await api.get('/social-link?again=1');
  expect(second.body).toBe(first.body);
  answer = '{"data":[1]}';
  await expect.poll(async () => (await api.get('/social-link?again=1')).body).toEqual({ data: [1] });
});

it('asks the catalogue itself for what it has, where it has an address of its own', async () => {
  const { port } = server.address() as AddressInfo;
  const both = createApiClient('http://127.0.0.1:9', `http://127.0.0.1:${port}/catalog`);
  asked = [];
  await Promise.all([both.get('/books?x=1'), both.get('/lawyers/7'), both.get('/courts?x=1')]);
  expect(asked.toSorted()).toEqual([
    '/catalog/api/books?x=1',
    '/catalog/api/courts?x=1',
    '/catalog/api/lawyers/7',
  ]);
  await expect(both.get('/bookshelf')).rejects.toThrow(/ECONNREFUSED/);
  await both.close();
});
