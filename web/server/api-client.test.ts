import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { aFakeInstance, type FakeInstance } from '@vidhi/upstreams/fake-instance-builder.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiError, createApiClient, type ApiClient } from './api-client.ts';

const TIMEOUT_MS = 60_000;

let requested: string[] = [];
let responseBody = '{"data":[]}';
const server = createServer((request, response) => {
  if (request.url?.endsWith('/readyz')) return void response.end();
  requested.push(request.url ?? '');
  response.statusCode = request.url?.includes('broken') ? 500 : request.url?.includes('withheld') ? 451 : 200;
  if (request.url?.includes('hung')) return;
  response.setHeader('x-data-position', 'news.posts=3');
  if (request.url?.includes('old') === true) response.setHeader('x-data-age', '31');
  response.end(responseBody);
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

it('requests paths below /api and returns the data position of the response', async () => {
  requested = [];
  expect(await api.get('/posts?x=1')).toEqual({ body: { data: [] }, position: 'news.posts=3' });
  expect(requested).toEqual(['/api/posts?x=1']);
});

it('throws an error with the status of a failed response', async () => {
  const failure = await api.get('/broken').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect((failure as ApiError).status).toBe(500);
});

it.each([
  ['{"error":{"details":{"court":"High Court"}}}', { court: 'High Court' }],
  ['<html>', undefined],
  ['null', undefined],
])('throws an error with the details of a 451 with the body %s', async (body, details) => {
  responseBody = body;
  const failure = await api.get('/withheld').catch((error: unknown) => error);
  responseBody = '{"data":[]}';
  expect(failure).toMatchObject({ status: 451, details });
});

it('coalesces requests of shared queries, and no others', async () => {
  requested = [];
  await Promise.all([
    api.get('/site-setting', true),
    api.get('/site-setting', true),
    api.get('/posts?y=1'),
    api.get('/posts?y=1'),
  ]);
  expect(requested.toSorted()).toEqual(['/api/posts?y=1', '/api/posts?y=1', '/api/site-setting']);
});

it('returns the same object for a shared path until its response text changes', async () => {
  const first = await api.get('/social-link?again=1', true);
  await expect.poll(async () => (await api.get('/social-link?again=1', true)) === first).toBe(false);
  const second = await api.get('/social-link?again=1', true);
  expect(second.body).toBe(first.body);
  responseBody = '{"data":[1]}';
  await expect.poll(async () => (await api.get('/social-link?again=1', true)).body).toEqual({ data: [1] });
});

it('requests books and profiles from the catalogue URL where it is set', async () => {
  const { port } = server.address() as AddressInfo;
  const both = createApiClient({
    apiUrls: ['http://127.0.0.1:9'],
    catalogUrl: `http://127.0.0.1:${port}/catalog`,
    timeoutMs: TIMEOUT_MS,
  });
  requested = [];
  await Promise.all([both.get('/books?x=1'), both.get('/lawyers/7'), both.get('/courts?x=1')]);
  expect(requested.toSorted()).toEqual([
    '/catalog/api/books?x=1',
    '/catalog/api/courts?x=1',
    '/catalog/api/lawyers/7',
  ]);
  await expect(both.get('/bookshelf')).rejects.toThrow(/ECONNREFUSED|no instance/);
  await both.close();
});

it('rejects after the timeout', async () => {
  const { port } = server.address() as AddressInfo;
  const impatient = createApiClient({ apiUrls: [`http://127.0.0.1:${port}`], timeoutMs: 1 });
  await expect(impatient.get('/hung')).rejects.toThrow('did not respond within');
  await impatient.close();
});

describe('several instances', () => {
  let instances: FakeInstance[];
  let several: ApiClient;
  beforeEach(async () => {
    instances = [await aFakeInstance(), await aFakeInstance()];
    for (const instance of instances) instance.handle = (_request, response) => response.end('{"data":[7]}');
    several = createApiClient({ apiUrls: instances.map(({ origin }) => origin), timeoutMs: TIMEOUT_MS });
  });
  afterEach(async () => {
    await several.close();
    await Promise.all(instances.map((instance) => instance.stop()));
  });
  const readAll = (from: number) =>
    Promise.all(Array.from({ length: 6 }, (_, at) => several.get(`/posts/${from + at}`)));

  it('are requested by round robin', async () => {
    await readAll(0);
    expect(instances.map(({ received }) => received.length)).toEqual([3, 3]);
  });

  it.each(['hung', 'gone', 'not ready'])('are replaced by the others when one is %s', async (state) => {
    const [first] = instances as [FakeInstance];
    if (state === 'hung') first.suspend();
    else if (state === 'gone') await first.stop();
    else first.handle = (_request, response) => response.writeHead(503).end();
    for (const { body } of await readAll(0)) expect(body).toEqual({ data: [7] });
    if (state === 'gone') await first.restart();
  });
});

it('returns the age of data whose service receives no events', async () => {
  expect(await api.get('/old')).toMatchObject({ ageSeconds: 31 });
});
