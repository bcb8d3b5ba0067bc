import { describe, expect, it } from 'vitest';
import { aPost } from '../src/testing/fake-api.ts';
import { jsonLdOf } from '../src/testing/json-ld-of.ts';
import { pageStateOf, requestPage } from './page-request-builder.ts';

const ORDER = {
  judgment_document: { data: { id: 7, attributes: { url: '/uploads/order_0123.pdf', size: 2_412.4 } } },
  judgment_court: 'Supreme Court of India',
  judgment_bench: 'Justice A. Rao & Justice B. Iyer',
  judgment_decided_on: '2026-03-31',
};
const request = (attributes: object) => requestPage('/gst/report-1', { posts: [aPost(1, attributes)] });

describe('an article about a judgment', () => {
  it('offers the document at its end, with court, bench, day and size', async () => {
    const { body } = await request(ORDER);
    expect(body).toContain(
      '<a href="/uploads/order_0123.pdf" type="application/pdf"><strong>Read the order (PDF)</strong></a>' +
        '<br>Supreme Court of India · Justice A. Rao &amp; Justice B. Iyer · Decided on 31 March 2026 · 2.4 MB</p>',
    );
    const state = pageStateOf(body).queries.find(({ endpointName }) => endpointName === 'article');
    const { content } = (state?.value ?? { content: '' }) as { content: string };
    expect(content.match(/Read the order/g)).toHaveLength(1);
  });

  it('offers it before its corrections, which are the end of it', async () => {
    const corrections = [{ id: 1, text: 'Two judges.', corrected_at: '2026-11-25T20:00:00.000Z' }];
    const { body } = await request({ ...ORDER, corrections });
    expect(body.indexOf('Read the order')).toBeLessThan(body.indexOf('<strong>Correction,'));
  });

  it('has it in its JSON-LD', async () => {
    const [article] = jsonLdOf((await request(ORDER)).body);
    expect(article).toMatchObject({
      citation: {
        '@type': 'DigitalDocument',
        creator: { '@type': 'Organization', name: 'Supreme Court of India' },
        dateCreated: '2026-03-31',
        encoding: {
          '@type': 'MediaObject',
          contentUrl: expect.stringMatching(/^https?:\/\/[^/]+\/uploads\/order_0123\.pdf$/),
          encodingFormat: 'application/pdf',
          contentSize: '2.4 MB',
        },
      },
    });
  });

  it('offers it in Hindi where it is', async () => {
    const { body } = await request({
      ...ORDER,
      title: 'ज़मानत का अधिकार',
      content: '<p>अदालत ने कहा।</p>',
    });
    expect(body).toContain('<strong>आदेश पढ़ें (PDF)</strong>');
    expect(body).toContain('31 मार्च 2026 को निर्णय');
  });

  it('offers it where nobody has written a text', async () => {
    expect((await request({ ...ORDER, content: null })).body).toContain('Read the order (PDF)');
  });

  it.each([
    ['no document', { ...ORDER, judgment_document: { data: null } }],
    [
      'a document elsewhere',
      { ...ORDER, judgment_document: { data: { id: 7, attributes: { url: 'https://x.example/a.pdf' } } } },
    ],
  ])('shows nothing of it with %s', async (_what, attributes) => {
    const { body } = await request(attributes);
    expect(body).not.toContain('Read the order');
    expect(jsonLdOf(body)[0]).not.toHaveProperty('citation');
  });
});
