import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServiceProcess } from '@vidhi/testing/service-process.ts';
import { aNewsSite, type NewsSite } from '../news-process-builder.ts';

let site: NewsSite;
let writer: ServiceProcess;
let reader: ServiceProcess;

beforeAll(async () => {
  site = await aNewsSite();
  [writer, reader] = await Promise.all([site.start('write'), site.start('read')]);
});
afterAll(() => site.close());

const SIGNAL = { timeout: 300_000, interval: 100 };

/** Sends a write again while a slow engine makes it fail with 503. */
async function send(method: string, path: string, body: object) {
  let data = { id: 0, url: '' };
  const attempt = async (): Promise<number> => {
    const response = await fetch(`${writer.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...site.editor },
      body: JSON.stringify({ data: body }),
    });
    ({ data } = (await response.json()) as { data: typeof data });
    return response.status;
  };
  await expect.poll(attempt, SIGNAL).toBe(200);
  return data;
}

it('a reader, which has no drafts, shows the preview of one to the holder of a link', async () => {
  const { id } = await send('POST', '/posts', { title: 'A draft', slug: 'a-draft', publishedAt: null });
  const values = { title: 'Typed words' };
  await send('PUT', `/posts/${id}/working-copy`, { values, base_rev: 1, tab: 'a', n: 1 });
  const { url } = await send('POST', `/posts/${id}/previews`, { hours: 1 });
  const token = url.split('/').at(-1) ?? '';
  const read = async (): Promise<unknown> => (await fetch(`${reader.url}/api/previews/${token}`)).json();
  await expect.poll(read, SIGNAL).toMatchObject({ data: [{ id, attributes: values }] });
  const list = await fetch(`${reader.url}/api/posts`);
  expect(await list.json()).toMatchObject({ data: [] });
});
