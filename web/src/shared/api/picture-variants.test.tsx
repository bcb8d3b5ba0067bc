import { describe, expect, it } from 'vitest';
import { loadRequest, renderPage } from '../../ssr/entry-server.tsx';
import { aPicture, aPost, fakeApi } from '../../testing/fake-api.ts';
import { aSite } from '../../testing/site.ts';
import { toPicture } from '../picture/picture.ts';
import { addPictureFiles } from './picture-variants.ts';

const source = (width: number, ext: string) => ({
  width,
  height: Math.round(width / 1.5),
  url: `/uploads/variants/0a-${width}.${ext}`,
});
const variants = {
  placeholder: 'data:image/webp;base64,AA==',
  color: '#804020',
  sources: {
    avif: [source(640, 'avif'), source(1280, 'avif')],
    webp: [source(640, 'webp'), source(1280, 'webp')],
    jpeg: [source(640, 'jpg'), source(1280, 'jpg')],
  },
};
const picture = toPicture(aPicture().data);
/** A picture with variants has no `srcset` of the content API. */
const { srcset: _srcset, ...withoutSizes } = picture;
const files = {
  placeholder: variants.placeholder,
  avif: '/uploads/variants/0a-640.avif 640w, /uploads/variants/0a-1280.avif 1280w',
  webp: '/uploads/variants/0a-640.webp 640w',
  jpeg: '/uploads/variants/0a-640.jpg',
};

describe('addPictureFiles', () => {
  it('adds the variants of all pictures by one request', async () => {
    const requested: string[] = [];
    const view = [
      {
        cards: [
          { id: 9, picture },
          { id: 5, picture: null },
        ],
        lead: picture,
      },
      null,
      'text',
    ];
    const full = await addPictureFiles(view, async (path) => {
      requested.push(path);
      return { data: { 5: variants } };
    });
    expect(requested).toEqual(['/picture-variants?ids=5']);
    const whole = { ...withoutSizes, files };
    expect(full).toEqual([
      {
        cards: [
          { id: 9, picture: whole },
          { id: 5, picture: null },
        ],
        lead: whole,
      },
      null,
      'text',
    ]);
  });

  it('has the shape of the part that the variants show', async () => {
    const crop = { x: 25, y: 0, width: 50, height: 25 };
    const { width, height } = picture;
    const full = await addPictureFiles(picture, async () => ({ data: { 5: { ...variants, crop } } }));
    expect(full).toEqual({ ...withoutSizes, width: width / 2, height: height / 4, files });
  });

  it('returns the same object for the same data and response body', async () => {
    const [view, body] = [{ picture }, { data: { 5: variants } }];
    const full = await addPictureFiles(view, async () => body);
    expect(await addPictureFiles(view, async () => body)).toBe(full);
    expect(await addPictureFiles(view, async () => ({ ...body }))).not.toBe(full);
  });

  it('makes no request for data without pictures', async () => {
    const fetchJson = async () => Promise.reject(new Error('requested'));
    expect(await addPictureFiles({ cards: [{ id: 1, picture: null }] }, fetchJson)).toEqual({
      cards: [{ id: 1, picture: null }],
    });
  });

  it('returns pictures without variants when the request fails or there are none', async () => {
    expect(await addPictureFiles(picture, async () => Promise.reject(new Error('down')))).toBe(picture);
    expect(await addPictureFiles(picture, async () => ({ data: {} }))).toEqual(picture);
    const begun = { ...variants, sources: { ...variants.sources, avif: [] } };
    const { avif: _avif, ...common } = files;
    expect(await addPictureFiles(picture, async () => ({ data: { 5: begun } }))).toEqual({
      ...withoutSizes,
      files: common,
    });
  });
});

describe('a picture with a focal point', () => {
  const facts = aSite();
  const site = fakeApi({ posts: [aPost(1, { image: aPicture() })] });
  const open = async (further: object) => {
    const page = await loadRequest(new URL('/gst/report-1', facts.publicUrl), facts, (path) =>
      path.startsWith('/picture-variants')
        ? Promise.resolve({ data: { 5: { ...variants, ...further } } })
        : site(path),
    );
    return { head: page.head, ...renderPage(page, facts) };
  };

  it('is cropped around it, without a style attribute, and shared by the crop around it', async () => {
    const share = { width: 1200, height: 630, url: '/uploads/variants/5a-1200.jpg' };
    const { head, markup } = await open({ focus: { x: 18, y: 100 }, share });
    expect(markup).toMatch(/class="picture picture--wide"[^>]* data-x="2" data-y="10"/);
    expect(markup).not.toContain('style="');
    expect(head).toContain(`<meta property="og:image" content="${facts.publicUrl}${share.url}"`);
    expect(head).toContain('<meta property="og:image:height" content="630"');
  });

  it('is shared as a whole until the crop is rendered, and cropped in the middle without a point', async () => {
    expect((await open({ focus: { x: 18, y: 100 } })).head).not.toContain('/uploads/variants/');
    expect((await open({})).markup).not.toContain('data-x');
  });
});

describe('the main picture of a page', () => {
  const facts = aSite();
  const site = fakeApi({ posts: [aPost(1, { image: aPicture() })] });
  const open = async (respond: () => Promise<unknown>) => {
    const page = await loadRequest(new URL('/gst/report-1', facts.publicUrl), facts, (path) =>
      path.startsWith('/picture-variants') ? respond() : site(path),
    );
    return { page, ...renderPage(page, facts) };
  };

  it('is preloaded in its smallest format', async () => {
    const { preloads, markup } = await open(async () => ({ data: { 5: variants } }));
    const links = preloads.match(/<link [^>]*>/g) ?? [];
    expect(links.length).toBe(1);
    for (const part of ['rel="preload"', 'as="image"', 'fetchPriority="high"', 'type="image/avif"'])
      expect(links[0]).toContain(part);
    expect(links[0]).toContain(`imageSrcSet="${files.avif}"`);
    expect(markup).toContain(`<source type="image/avif" srcSet="${files.avif}"`);
    expect(markup).toContain('width="1200" height="800"');
  });

  it('is preloaded in the sizes of the content API while it has no variants', async () => {
    const { page, preloads, markup } = await open(async () => Promise.reject(new Error('down')));
    expect(page.isComplete).toBe(true);
    expect(preloads.match(/<link /g)?.length).toBe(1);
    expect(preloads).toContain('imageSrcSet="/uploads/small_court.jpg 500w, /uploads/court.jpg 1200w"');
    expect(markup).not.toContain('<source');
  });
});
