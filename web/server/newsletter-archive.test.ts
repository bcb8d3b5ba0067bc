import { describe, expect, it } from 'vitest';
import { requestPage } from './page-request-builder.ts';

const NEWSLETTERS = [
  {
    id: 7,
    subject: 'News <of> July',
    sent_at: '2026-07-31T20:00:00.000Z',
    sections: [
      {
        kind: 'text',
        heading: 'From the editor',
        text: 'Dear <reader>, see https://a.example.\n\nThank you.',
      },
      { kind: 'article', id: 1, title: 'Report 1', text: 'Of the court', path: '/gst/report-1' },
    ],
  },
];
const request = (path: string, site: object = { newsletters: NEWSLETTERS }) =>
  requestPage(path, { posts: [], ...site });

describe('the archive of the newsletter', () => {
  it('lists what was sent, with the day in India, and can be indexed', async () => {
    const { statusCode, headers, body } = await request('/newsletter');
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=0, must-revalidate']);
    expect(body).toContain('<a href="/newsletter/7" data-page-link="">News &lt;of&gt; July</a>');
    expect(body).toContain('1 Aug 2026');
    expect(body).toContain('<link rel="canonical" href="https://vidhi.example/newsletter"');
    expect(body).not.toContain('noindex');
  });

  it('says that nothing was sent yet, and is not indexed then', async () => {
    const { statusCode, body } = await request('/newsletter', {});
    expect(statusCode).toBe(200);
    expect(body).toContain('No newsletter has been sent yet.');
    expect(body).toContain('noindex');
  });

  it('is linked from the page to subscribe', async () => {
    expect((await request('/subscribe')).body).toContain('href="/newsletter"');
  });
});

describe('a newsletter of the archive', () => {
  it('has its texts and articles, and a head of its own', async () => {
    const { statusCode, body } = await request('/newsletter/7');
    expect(statusCode).toBe(200);
    expect(body).toContain('Dear &lt;reader&gt;, see ');
    expect(body).toContain('<a href="https://a.example" rel="noopener">https://a.example</a>');
    expect(body).toContain('<a href="/gst/report-1" data-page-link="">Report 1</a>');
    expect(body).toContain('<link rel="canonical" href="https://vidhi.example/newsletter/7"');
    expect(body).toContain('<title data-head>News &lt;of&gt; July | Vidhi</title>');
    expect(body).toContain('content="Dear &lt;reader&gt;, see https://a.example. Thank you."');
    expect(body).not.toContain('noindex');
  });

  it.each([
    ['/newsletter/8', 404],
    ['/newsletter/x', 404],
    ['/newsletter/0', 404],
  ])('%s is not found', async (path, status) => {
    expect((await request(path)).statusCode).toBe(status);
  });

  it('is a failure where it cannot be loaded', async () => {
    const site = { newsletters: NEWSLETTERS, failing: { '/newsletter-archive': 503 } };
    expect((await request('/newsletter/7', site)).statusCode).toBe(503);
    expect((await request('/newsletter', site)).statusCode).toBe(503);
  });
});
