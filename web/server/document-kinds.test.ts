import { describe, expect, it } from 'vitest';
import { requestPage, pageStateOf } from './page-request-builder.ts';

describe.each([
  ['/account', 'Account'],
  ['/console', 'Console'],
  ['/console/components', 'Components'],
])('the shell of %s', (path, title) => {
  it('has masthead, title and skeleton, without content of the page', async () => {
    const { statusCode, body } = await requestPage(path, { posts: [] });
    expect(statusCode).toBe(200);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain(`<title data-head>${title} | Vidhi</title>`);
    expect(body).toMatch(/<header[^>]*><div[^>]*><button[^>]*aria-label="Menu"/);
    expect(body).not.toContain('Please reload it in a moment');
    expect(pageStateOf(body).isRendered).toBe(true);
  });

  it('must not be cached, indexed or framed', async () => {
    const { headers, body } = await requestPage(path, { posts: [] });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(body).toContain('<meta name="robots" content="noindex" data-head>');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("frame-src 'none'");
    expect(policy).not.toMatch(/unsafe|razorpay|youtube/);
    expect(headers['permissions-policy']).toContain('payment=()');
  });

  it('loads the entry of its kind', async () => {
    const { body } = await requestPage(path, { posts: [] });
    const kind = path === '/account' ? 'app' : 'console';
    expect(body).toContain(`src="/assets/${kind}.js"`);
    expect(body).not.toContain('src="/assets/main.js"');
  });
});

it('a reading page has the policy, entry and cache header of reading pages', async () => {
  const { headers, body } = await requestPage('/about', { posts: [] });
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  expect(headers['content-security-policy']).toContain('youtube-nocookie');
  expect(headers).not.toHaveProperty('x-robots-tag');
  expect(body).toContain('src="/assets/main.js"');
});
