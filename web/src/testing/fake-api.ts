import type { HomeLayout } from '@vidhi/contracts/home-blocks.ts';
import { siteLayoutOf } from '@vidhi/contracts/site-layout.ts';
import type { WireEntry, WireList } from '#shared/api/read.ts';
import type { WirePost } from '../features/news/post.ts';

/** Creates a post as the API returns it, with the attributes of a test. */
export function aPost(id: number, attributes: Partial<WirePost> = {}): WireEntry<WirePost> {
  return {
    id,
    attributes: {
      title: `Report ${id}`,
      slug: `report-${id}`,
      publish_date: '2026-11-20T04:30:00.000Z',
      youtube: null,
      trending: false,
      content: '<p>First words.</p>',
      newstags: 'bail, liberty',
      views_count: 7,
      updatedAt: '2026-11-20T04:30:00.000Z',
      image: { data: null },
      categories: { data: [aCategory('gst', 'GST')] },
      tags: { data: [] },
      user: { data: null },
      ...attributes,
    },
  };
}

export const aCategory = (slug: string, name: string, parent: string | null = null) => ({
  id: slug.length,
  attributes: {
    slug,
    name,
    title: null,
    heading_title: `News of ${name}`,
    description: `All about ${name}`,
    keywords: 'tax',
    parent_category: {
      data: parent === null ? null : { id: 99, attributes: { slug: parent, name: parent, title: null } },
    },
  },
});

export const aPicture = (name = 'court') => ({
  data: {
    id: 5,
    attributes: {
      url: `/uploads/${name}.jpg`,
      width: 1200,
      height: 800,
      alternativeText: 'A court',
      caption: null,
      size: 120,
      formats: { small: { url: `/uploads/small_${name}.jpg`, width: 500 } },
    },
  },
});

export const listOf = <Attributes>(
  data: WireEntry<Attributes>[],
  total = data.length,
): WireList<Attributes> => ({ data, meta: { pagination: { page: 1, pageSize: 24, pageCount: 1, total } } });

/** The error of a failed response, as the API client throws it. */
export class FakeFailure extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`responded ${status}`);
    this.status = status;
  }
}

export interface FakeSite {
  posts: WireEntry<WirePost>[];
  /** `meta.search` of search results. */
  search?: object;
  /** Error status by prefix of the path. */
  failing?: Record<string, number>;
  pages?: { name: string; targetUrl?: string; description?: string; content?: string }[];
  /** Corrections of the first post. */
  corrections?: { text: string; corrected_at: string }[];
  /** Newsletters that were sent. */
  newsletters?: { id: number; subject: string; sent_at: string; sections: readonly object[] }[];
  /** Current slugs by former ones: `old` of articles, `categories/old`, `tags/old`. */
  renamed?: Record<string, string>;
  /** Redirects by decoded address. */
  redirects?: Record<string, { status: 301 | 302 | 410; location: string | null }>;
  showProducts?: boolean;
  /** Whether visitors can log in. */
  showAuth?: boolean;
  options?: Record<string, unknown>;
  contactEmail?: string;
  /** Blocks of the front page. */
  home?: HomeLayout;
  ads?: { type: string; title: string; link: string }[];
}

const filterOf = (path: string, name: string): string | undefined => {
  const value = new RegExp(`filters\\[${name}\\]\\[\\$eq\\]=([^&]*)`).exec(path)?.[1];
  return value === undefined ? undefined : decodeURIComponent(value);
};

/** Responds to the requests of the pages from a few posts. Categories are `gst` and its subcategory `itc`. */
export function fakeApi(site: FakeSite): (path: string) => Promise<unknown> {
  const categories = [aCategory('gst', 'GST'), aCategory('itc', 'Input credit', 'gst')];
  return async (path) => {
    for (const [start, status] of Object.entries(site.failing ?? {}))
      if (path.startsWith(start)) throw new FakeFailure(status);
    return respond(path);
  };

  function respond(path: string): unknown {
    const slug = filterOf(path, 'slug');
    if (path.startsWith('/site-setting'))
      return {
        data: {
          id: 1,
          attributes: {
            show_products: site.showProducts === true,
            show_auth: site.showAuth === true,
            contact_email: site.contactEmail ?? null,
          },
        },
      };
    if (path === '/shop-options')
      return { data: { shipping_paise: 10_000, free_shipping_from_paise: 0, return_days: 7 } };
    if (path.startsWith('/site-options/layout')) {
      const preview = new URLSearchParams(path.split('?')[1]).get('home');
      const home = preview === null ? site.home : (JSON.parse(preview) as HomeLayout);
      return { data: { ...siteLayoutOf({ menu: null, foot: null }, []), ...(home && { home }) } };
    }
    if (path.startsWith('/site-options') && site.options !== undefined)
      return { data: { id: 1, attributes: site.options } };
    if (path.startsWith('/social-link'))
      return {
        data: {
          id: 1,
          attributes: { twitter: 'https://x.com/vidhi', facebook: '', linkedin: '', youtube: '' },
        },
      };
    if (path.startsWith('/categories'))
      return listOf(
        slug === undefined ? categories : categories.filter((one) => one.attributes.slug === slug),
      );
    if (path.startsWith('/tags?'))
      return listOf(slug === 'bail' ? [{ id: 1, attributes: { name: 'Bail', slug } }] : []);
    if (path.startsWith('/site-ads'))
      return listOf(
        (site.ads ?? []).map((ad, index) => ({
          id: index + 1,
          attributes: { ...ad, youtube: null, image: aPicture('ad') },
        })),
      );
    if (path.startsWith('/products'))
      return listOf([
        {
          id: 1,
          attributes: { title: 'The Working Code', link: 'https://shop.example', image: aPicture('book') },
        },
      ]);
    if (path.startsWith('/hosted-pages'))
      return listOf(
        (site.pages ?? [])
          .filter(({ name }) => name === filterOf(path, 'name'))
          .map((attributes, id) => ({ id, attributes })),
      );
    if (path.startsWith('/corrections?')) {
      const { id = 0, attributes } = site.posts[0] ?? {};
      const post = { id, title: attributes?.title ?? '', slug: attributes?.slug ?? '', category: 'gst' };
      const data = (site.corrections ?? []).map((one, index) => ({ ...one, id: index + 1, post }));
      return { data, meta: { pagination: { page: 1, pageSize: 24, pageCount: 1, total: data.length } } };
    }
    if (path.startsWith('/newsletter-archive')) {
      const all = site.newsletters ?? [];
      const id = /^\/newsletter-archive\/(\d+)$/.exec(path)?.[1];
      if (id === undefined)
        return {
          data: all.map(({ sections: _sections, ...row }) => row),
          meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: all.length } },
        };
      const found = all.find((one) => String(one.id) === id);
      if (found === undefined) throw new FakeFailure(404);
      return { data: found };
    }
    if (path.startsWith('/redirects/lookup?path=')) {
      const address = decodeURIComponent(decodeURIComponent(path.slice('/redirects/lookup?path='.length)));
      return { data: site.redirects?.[address] ?? null };
    }
    if (path.startsWith('/slugs/')) {
      const now = site.renamed?.[decodeURIComponent(path.slice('/slugs/'.length))];
      if (now === undefined) throw new FakeFailure(404);
      return { data: { slug: now, moved: true } };
    }
    if (/^\/posts\/\d+\/related/.test(path)) return listOf(site.posts.slice(1, 5));
    if (/^\/posts\/\d+\?/.test(path)) return { data: site.posts[0] ?? null };
    if (path.startsWith('/posts/search?')) {
      const page = Number(/pagination\[page\]=(\d+)/.exec(path)?.[1] ?? 1);
      const found = listOf(site.posts.slice((page - 1) * 24, page * 24), site.posts.length);
      return { ...found, meta: { ...found.meta, search: site.search } };
    }
    if (path.startsWith('/posts?')) {
      if (slug !== undefined) return listOf(site.posts.filter((post) => post.attributes.slug === slug));
      const [, page, size] = /pagination\[page\]=(\d+)&pagination\[pageSize\]=(\d+)/.exec(path) ?? [];
      if (page === undefined) return listOf(site.posts);
      const end = Number(page) * Number(size);
      return listOf(site.posts.slice(end - Number(size), end), site.posts.length);
    }
    throw new FakeFailure(404);
  }
}
