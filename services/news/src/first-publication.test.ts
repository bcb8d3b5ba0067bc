import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, asRole, type TestApp } from './app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const NAMED = { title: 'A report', slug: 'a-report' };
const FIRST = '2026-10-01T09:00:00.000Z';
const LATER = '2026-11-05T09:00:00.000Z';

async function write(method: 'POST' | 'PUT', url: string, data: object) {
  const response = await made.app.inject({ method, url, headers: asRole(10), payload: { data } });
  expect(response.statusCode).toBe(200);
  return response.json<{
    data: { id: number; attributes: Record<'publish_date' | 'publishedAt', string | null> };
  }>().data;
}
const start = async () => {
  made = await aNewsApp();
};

describe('a post without publish_date', () => {
  it.each([
    ['published at once', {}],
    ['published at a time of the editor', { publishedAt: FIRST }],
    ['scheduled', { publishedAt: '2099-01-01T00:00:00.000Z' }],
    ['with an empty date', { publish_date: null }],
  ])('%s is dated by its publication', async (_name, values) => {
    await start();
    const { attributes } = await write('POST', '/api/posts', { ...NAMED, ...values });
    expect(attributes.publish_date).toBe(attributes.publishedAt);
    expect(attributes.publish_date).not.toBeNull();
  });

  it('stays undated as a draft, is dated by its first publication, and by no later one', async () => {
    await start();
    const draft = await write('POST', '/api/posts', { ...NAMED, publishedAt: null });
    expect(draft.attributes.publish_date).toBeNull();
    const url = `/api/posts/${draft.id}`;
    expect((await write('PUT', url, { publishedAt: FIRST })).attributes.publish_date).toBe(FIRST);
    await write('PUT', url, { publishedAt: null });
    expect((await write('PUT', url, { publishedAt: LATER })).attributes.publish_date).toBe(FIRST);
  });

  it('does not replace the date of the editor', async () => {
    await start();
    const created = await write('POST', '/api/posts', { ...NAMED, publish_date: FIRST });
    expect(created.attributes.publish_date).toBe(FIRST);
    expect(
      (await write('PUT', `/api/posts/${created.id}`, { publish_date: null })).attributes.publish_date,
    ).toBeNull();
  });
});
