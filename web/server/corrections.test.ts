import { describe, expect, it } from 'vitest';
import { aPost } from '../src/testing/fake-api.ts';
import { jsonLdOf } from '../src/testing/json-ld-of.ts';
import { pageStateOf, requestPage } from './page-request-builder.ts';

const CORRECTIONS = [
  { id: 1, text: 'Two judges, not three.', corrected_at: '2026-11-25T20:00:00.000Z' },
  { id: 2, text: 'The <Act> of 2017 & no other', corrected_at: '2026-11-28T04:30:00.000Z' },
];
const request = (attributes: object) => requestPage('/gst/report-1', { posts: [aPost(1, attributes)] });

describe('an article with corrections', () => {
  it('has them at its end, with their days in India', async () => {
    const { body } = await request({ corrections: CORRECTIONS });
    expect(body).toContain('<strong>Correction, 26 November 2026:</strong> Two judges, not three.');
    expect(body).toContain('The &lt;Act&gt; of 2017 &amp; no other');
    expect(body).toContain('<a href="/corrections">All corrections</a>');
    const state = pageStateOf(body).queries.find(({ endpointName }) => endpointName === 'article');
    const { content } = (state?.value ?? { content: '' }) as { content: string };
    expect(content.match(/<strong>Correction/g)).toHaveLength(2);
  });

  it('has them in its JSON-LD', async () => {
    const [article] = jsonLdOf((await request({ corrections: CORRECTIONS })).body);
    expect(article).toMatchObject({
      correction: [
        {
          '@type': 'CorrectionComment',
          text: 'Two judges, not three.',
          datePublished: '2026-11-25T20:00:00.000Z',
        },
        { text: 'The <Act> of 2017 & no other' },
      ],
    });
    expect(jsonLdOf((await request({})).body)[0]).not.toHaveProperty('correction');
  });

  it('has them in Hindi where it is', async () => {
    const { body } = await request({
      title: 'ज़मानत का अधिकार',
      content: '<p>अदालत ने कहा।</p>',
      corrections: CORRECTIONS,
    });
    expect(body).toContain('<strong>सुधार, 26 नवंबर 2026:</strong>');
    expect(body).toContain('सभी सुधार');
  });

  it('is as it was where there are none, or what is stored is none', async () => {
    const { body } = await request({});
    for (const corrections of [null, [], 'x', [{ text: 'x' }]])
      expect((await request({ corrections })).body.replace(/"corrections":[^,]*,/, '')).toBe(
        body.replace(/"corrections":[^,]*,/, ''),
      );
  });
});

describe('the page of corrections', () => {
  const posts = [aPost(1)];

  it('lists them with day and article, and can be indexed', async () => {
    const { statusCode, headers, body } = await requestPage('/corrections', {
      posts,
      corrections: CORRECTIONS,
    });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=0, must-revalidate']);
    expect(body).toContain('<h1>Corrections</h1>');
    expect(body).toContain('href="/gst/report-1"');
    expect(body).toContain('26 Nov 2026');
    expect(body).toContain('The &lt;Act&gt; of 2017');
    expect(body).toContain('<link rel="canonical" href="https://vidhi.example/corrections"');
    expect(body).not.toContain('noindex');
  });

  it('says that there are none yet', async () => {
    expect((await requestPage('/corrections', { posts })).body).toContain('Nothing has been corrected yet');
  });

  it('is a failure where they cannot be loaded', async () => {
    expect((await requestPage('/corrections', { posts, failing: { '/corrections': 503 } })).statusCode).toBe(
      503,
    );
  });
});
