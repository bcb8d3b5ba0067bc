import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { aFakeInstance, type FakeInstance } from '@vidhi/upstreams/fake-instance-builder.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure, createApiClient, type ApiClient } from './api-client.ts';

const TIMEOUT_MS = 60_000;

let asked: string[] = [];
let answer = '{"data":[]}';
const server = createServer((request, response) => {
  if (request.url?.endsWith('/readyz')) return void response.end();
  asked.push(request.url ?? '');
  response.statusCode = request.url?.includes('broken') ? 500 : 200;
  if (request.url?.includes('hung')) return;
  response.setHeader('x-data-position', 'news.posts=3');
  if (request.url?.includes('old') === true) response.setHeader('x-data-age', '31');
  response.end(answer);
});
let api: ApiClient;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  api = createApiClient({
    apiUrls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
    timeoutMs: TIMEOUT_MS,
  });
});
afterAll(async () => {
  await api.close();
  server.closeAllConnections();
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
  const both = createApiClient({
    apiUrls: ['http://127.0.0.1:9'],
    catalogUrl: `http://127.0.0.1:${port}/catalog`,
    timeoutMs: TIMEOUT_MS,
  });
  asked = [];
  await Promise.all([both.get('/books?x=1'), both.get('/lawyers/7'), both.get('/courts?x=1')]);
  expect(asked.toSorted()).toEqual([
    '/catalog/api/books?x=1',
    '/catalog/api/courts?x=1',
    '/catalog/api/lawyers/7',
  ]);
  await expect(both.get('/bookshelf')).rejects.toThrow(/ECONNREFUSED|no instance/);
  await both.close();
});

it('waits for a response as long as it is told to', async () => {
  const { port } = server.address() as AddressInfo;
  const impatient = createApiClient({ apiUrls: [`http://127.0.0.1:${port}`], timeoutMs: 1 });
  await expect(impatient.get('/hung')).rejects.toThrow('did not respond within');
  await impatient.close();
});

describe('several readers', () => {
  let readers: FakeInstance[];
  let several: ApiClient;
  beforeEach(async () => {
    readers = [await aFakeInstance(), await aFakeInstance()];
    for (const reader of readers) reader.handle = (_request, response) => response.end('{"data":[7]}');
    several = createApiClient({ apiUrls: readers.map(({ origin }) => origin), timeoutMs: TIMEOUT_MS });
  });
  afterEach(async () => {
    await several.close();
    await Promise.all(readers.map((reader) => reader.stop()));
  });
  const readAll = (from: number) =>
    Promise.all(Array.from({ length: 6 }, (_, at) => several.get(`/posts/${from + at}`)));

  it('are asked in turn', async () => {
    await readAll(0);
    expect(readers.map(({ received }) => received.length)).toEqual([3, 3]);
  });

  it.each(['hung', 'gone', 'not ready'])('cost no page a read when one is %s', async (state) => {
    const [first] = readers as [FakeInstance];
    if (state === 'hung') first.suspend();
    else if (state === 'gone') await first.stop();
    else first.handle = (_request, response) => response.writeHead(503).end();
    for (const { body } of await readAll(0)) expect(body).toEqual({ data: [7] });
    if (state === 'gone') await first.restart();
  });
});

it('tells the age of data that nothing new is heard of', async () => {
  expect(await api.get('/old')).toMatchObject({ ageSeconds: 31 });
});
