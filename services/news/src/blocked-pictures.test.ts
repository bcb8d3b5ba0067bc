import { expect, it } from 'vitest';
import { PUBLIC_URL, aNewsApp, asRole } from './app-builder.ts';

const OTHER = 'https://cdn.other.example/bench.jpg';
const TEXT = `<p><img src="/uploads/a.jpg"><img src="${PUBLIC_URL}/uploads/b.jpg"><img src="${OTHER}" alt="Bench"></p>`;

async function metaOfWrite(imageOrigins: readonly string[]): Promise<unknown> {
  const { app } = await aNewsApp({ imageOrigins });
  const response = await app.inject({
    method: 'POST',
    url: '/api/posts',
    headers: asRole(10),
    payload: { data: { title: 'Bail', slug: 'bail', content: TEXT } },
  });
  expect(response.statusCode).toBe(200);
  return response.json().meta;
}

it('a write names the pictures of other sites that readers will not see', async () => {
  expect(await metaOfWrite([])).toEqual({ blocked: [{ attribute: 'content', address: OTHER }] });
});

it('a write names no picture of a site whose pictures pages show', async () => {
  expect(await metaOfWrite(['https://cdn.other.example'])).toEqual({});
});
