import { describe, expect, it } from 'vitest';
import { aPicture, aPost } from '../../src/testing/fake-api.ts';
import { requestPage } from '../page-request-builder.ts';

const TITLE = 'जमानत की शर्तें';
const withoutPicture = aPost(1, { title: TITLE, image: { data: null } });

const metaOf = (html: string, property: string): string | undefined =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');

async function previewOf(post: typeof withoutPicture) {
  const site = { posts: [post] };
  const path = `/gst/${post.attributes.slug}`;
  const { body } = await requestPage(path, site);
  const address = new URL(metaOf(body, 'og:image') ?? 'none:');
  return { site, path, body, address };
}

describe('the preview of a link to an article', () => {
  it('is a card with the title of the article where it has no picture', async () => {
    const { site, path, body, address } = await previewOf(withoutPicture);
    expect([address.pathname, address.searchParams.get('page')]).toEqual(['/share-card.png', path]);
    expect([metaOf(body, 'og:image:width'), metaOf(body, 'og:image:height')]).toEqual(['1200', '630']);
    expect(metaOf(body, 'og:image:alt')).toBe(TITLE);
    expect(body).toContain('content="summary_large_image"');
    const { statusCode, headers, rawPayload } = await requestPage(
      `${address.pathname}${address.search}`,
      site,
    );
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG');
  });

  it('has another address when the title changes', async () => {
    const renamed = aPost(1, { title: `${TITLE} (2)`, image: { data: null } });
    expect((await previewOf(renamed)).address.search).not.toBe(
      (await previewOf(withoutPicture)).address.search,
    );
  });

  it('is its own picture where it has one, for which no card is drawn', async () => {
    const { site, path, address } = await previewOf(aPost(1, { image: aPicture('court') }));
    expect(address.pathname).toMatch(/^\/uploads\//);
    const card = await requestPage(`/share-card.png?page=${path}`, site);
    expect(card.statusCode).toBe(404);
  });
});
