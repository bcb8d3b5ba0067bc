import { describe, expect, it } from 'vitest';
import { aPost } from '../src/testing/fake-api.ts';
import { requestPage, pageStateOf } from './page-request-builder.ts';

const posts = [1, 2, 3].map((id) => aPost(id));

describe('a page whose requests fail', () => {
  it('is 503 when the former slugs cannot be loaded', async () => {
    const { statusCode, headers } = await requestPage('/gst/old-name', {
      posts,
      failing: { '/slugs/': 500 },
    });
    expect([statusCode, headers['cache-control']]).toEqual([503, 'no-store']);
  });

  it.each(['/report-1', '/gst/report-1'])('is 503 at %s, never 404', async (path) => {
    const { statusCode, body, headers } = await requestPage(path, {
      posts,
      failing: { '/posts?filters[slug]': 500 },
    });
    expect(statusCode).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain('This page cannot be shown just now');
    expect(pageStateOf(body)).toMatchObject({ isRendered: true, isUnavailable: true });
    expect(body).toContain(`<a class="button" href="${path}">Try again</a>`);
  });
  it('is 503 when its category cannot be loaded', async () => {
    expect(
      (await requestPage('/news/gst', { posts, failing: { '/categories?filters[slug]': 500 } })).statusCode,
    ).toBe(503);
  });
  it.each(['/', '/search', '/search?q=bail', '/news/gst', '/tags/bail'])(
    'is 503 at %s when its list cannot be loaded, never an empty list',
    async (path) => {
      const { statusCode, body, headers } = await requestPage(path, { posts, failing: { '/posts': 500 } });
      expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
      expect(body).toContain('This page cannot be shown just now');
      expect(body).not.toMatch(/Searched News not Available|0 articles/);
      expect(pageStateOf(body).queries.map(({ endpointName }) => endpointName)).not.toContain('list');
    },
  );
  it('is rendered without parts that cannot be loaded, and is not cacheable', async () => {
    const { statusCode, body, headers } = await requestPage('/gst/report-1', {
      posts,
      failing: {
        '/site-ads': 500,
        '/social-link': 500,
        '/site-setting': 500,
        '/categories?filters[show_nav]': 500,
      },
    });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toContain('<p>First words.</p>');
  });
});
