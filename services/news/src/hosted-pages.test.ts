import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aNewsApp, asRole, type TestApp } from './app-builder.ts';

let made: TestApp;
beforeEach(async () => void (made = await aNewsApp()));
afterEach(async () => made.app.close());

const write = (method: 'POST' | 'PUT', url: string, data: object) =>
  made.app.inject({ method, url, headers: asRole(10), payload: { data } });
const read = async (name: string) => {
  const response = await made.app.inject(`/api/hosted-pages?filters[name][$eq]=${name}`);
  return response.json<{ data: { attributes: Record<string, unknown> }[] }>().data[0]?.attributes;
};

describe('a hosted page', () => {
  it('has a text of its own, sanitised, and is never emptied', async () => {
    const content = '<h2>Terms</h2><p onclick="x()">You agree.</p><script>alert(1)</script>';
    const created = await write('POST', '/api/hosted-pages', { name: 'terms-of-service', content });
    expect(created.statusCode).toBe(200);
    expect((await read('terms-of-service'))?.['content']).toBe('<h2>Terms</h2><p>You agree.</p>');
    const url = `/api/hosted-pages/${created.json<{ data: { id: number } }>().data.id}`;
    expect((await write('PUT', url, { content: '', targetUrl: '' })).statusCode).toBe(400);
    expect((await write('PUT', url, { description: 'Ours' })).statusCode).toBe(200);
  });

  it('looks as in the reference without such a text', async () => {
    await write('POST', '/api/hosted-pages', { name: 'refunds', targetUrl: 'https://pages.example/refunds' });
    expect(await read('refunds')).not.toHaveProperty('content');
  });

  it.each([{}, { targetUrl: '', content: null }, { content: ' ' }])(
    'needs text or target: %o',
    async (values) => {
      const response = await write('POST', '/api/hosted-pages', { name: 'x', ...values });
      expect([response.statusCode, response.json<{ error: { message: string } }>().error.message]).toEqual([
        400,
        'targetUrl or content must be defined.',
      ]);
    },
  );

  it('is in the sitemap where it replaces the text of a screen', async () => {
    await write('POST', '/api/hosted-pages', { name: 'privacy-policy', content: '<p>Ours</p>' });
    await write('POST', '/api/hosted-pages', { name: 'cart', content: '<p>Never shown</p>' });
    const index = (await made.app.inject('/sitemap.xml')).body;
    const [pages = ''] = /\/sitemaps\/pages[^<]*/.exec(index) ?? [];
    const { body } = await made.app.inject(pages);
    expect(body).toContain('/privacy-policy</loc>');
    expect(body).not.toContain('/cart</loc>');
  });

  it('is for staff alone while it is a draft, and not in the sitemap', async () => {
    const draft = { name: 'shipping-policy', title: 'Shipping', content: '<p>Soon</p>', is_draft: true };
    const created = await write('POST', '/api/hosted-pages', draft);
    const url = `/api/hosted-pages/${created.json<{ data: { id: number } }>().data.id}`;
    const sitemap = async () => {
      const [pages = ''] = /\/sitemaps\/pages[^<]*/.exec((await made.app.inject('/sitemap.xml')).body) ?? [];
      return (await made.app.inject(pages)).body;
    };
    expect(await read('shipping-policy')).toBeUndefined();
    expect((await made.app.inject(url)).statusCode).toBe(404);
    expect((await made.app.inject({ url, headers: asRole(4) })).statusCode).toBe(404);
    expect(await sitemap()).not.toContain('/shipping-policy');
    const staff = await made.app.inject({ url, headers: asRole(10) });
    expect(staff.json<{ data: { attributes: object } }>().data.attributes).toMatchObject({ is_draft: true });
    expect((await write('PUT', url, { is_draft: false })).statusCode).toBe(200);
    const shown = await read('shipping-policy');
    expect(shown).toMatchObject({ title: 'Shipping', content: '<p>Soon</p>' });
    expect(shown).not.toHaveProperty('is_draft');
    expect(await sitemap()).toContain('/shipping-policy</loc>');
  });

  it('hides no published page of its name while it is a draft', async () => {
    await write('POST', '/api/hosted-pages', { name: 'about', content: '<p>Live</p>' });
    await write('POST', '/api/hosted-pages', { name: 'about', content: '<p>Next</p>', is_draft: true });
    expect((await read('about'))?.['content']).toBe('<p>Live</p>');
  });
});
