import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { timeBulkTag } from './console-jobs.ts';
import type { ConsoleSite } from './console-site.ts';

let server: Server;
let calls: string[] = [];
let reads = 0;
/** States of the job, one for each reading of it; the last one stays. */
let states: string[] = [];
let site: ConsoleSite;
const signal = new AbortController().signal;

beforeAll(async () => {
  server = createServer((_request, response) => {
    reads += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async call<Body>(path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) {
      calls.push(`${body === undefined ? method : 'POST'} ${path}`);
      if (path.startsWith('/api/posts?'))
        return { data: path.includes('page]=2') ? [] : [{ id: 1 }] } as Body;
      if (!path.startsWith('/api/news-jobs/')) return { data: { id: 9 } } as Body;
      const state = states.length > 1 ? states.shift() : states[0];
      return { data: { state, counts: { done: 1, unchanged: 0, undone: 1 } } } as Body;
    },
  };
});
beforeEach(() => {
  calls = [];
});
afterAll(() => void server.close());

it('deletes its tag after the job and its undo', async () => {
  states = ['running', 'finished', 'finished', 'undoing', 'undone'];
  expect(await timeBulkTag(site, { signal })).toMatchObject({ rows: 1 });
  expect(calls.at(-1)).toBe('DELETE /api/tags/9');
});

it.each([
  ['is cancelled', ['running', 'cancelled']],
  ['never ends', ['running']],
])('ends, stops reading and deletes its tag when the job %s', async (_, its) => {
  states = its;
  await expect(timeBulkTag(site, { signal, patienceMs: 300 })).rejects.toThrow('not finished');
  expect(calls.at(-1)).toBe('DELETE /api/tags/9');
  const before = reads;
  await fetch(site.url);
  expect(reads).toBe(before + 1);
});

it('ends and deletes its tag when it is interrupted', async () => {
  states = ['running'];
  const ending = new AbortController();
  ending.abort();
  await expect(timeBulkTag(site, { signal: ending.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(calls.at(-1)).toBe('DELETE /api/tags/9');
});
