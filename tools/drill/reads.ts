import type { Checker } from './checker.ts';
import { pick, type Random } from '@vidhi/harness/random.ts';
import type { Exchange } from '@vidhi/harness/http-exchange.ts';
import type { CheckResult, Kind } from './outcomes.ts';
import type { PostFilter, SiteTruth } from './site-truth.ts';

/** One read: its URL, and the check of its response. */
export interface Read {
  kind: Kind;
  path: string;
  check: (exchange: Exchange) => CheckResult;
}

const POPULATE = 'populate[0]=image&populate[1]=categories&populate[2]=categories.parent_category';
const NEWEST_FIRST = 'sort=publish_date:desc';
const PAGE_SIZE = 24;
const MAX_PAGE = 6;
/** Read repeatedly, so that the gateway caches them. */
const HOT = 8;
const HOT_SHARE = 0.5;
/** Share of single-post reads that go to the editor's posts. */
const EDITED_SHARE = 0.15;
const RECENTLY_EDITED = 6;

const listPath = (query: string, page: number): string =>
  `/api/posts?${query}${POPULATE}&${NEWEST_FIRST}&pagination[page]=${page}&pagination[pageSize]=${PAGE_SIZE}`;

/** Returns a URL-encoded part of a title across two words, which may begin and end within words. */
function pieceOf(title: string, random: Random): string {
  const words = title.split(' ');
  const from = Math.floor(random() * Math.max(1, words.length - 2));
  return words.slice(from, from + 2).join(' ');
}

/** Weight of each kind in the mix. */
const WEIGHTS: readonly (readonly [Kind, number])[] = [
  ['article page', 7],
  ['home page', 1],
  ['category page', 2],
  ['search page', 1],
  ['catalogue page', 2],
  ['post list', 5],
  ['post', 6],
  ['search', 2],
  ['feed', 1],
  ['lists', 1],
  ['catalogue', 2],
];
const WEIGHT = WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);

/** One of each kind. */
export const READ_KINDS: readonly Kind[] = WEIGHTS.map(([kind]) => kind);

export function createReads(truth: SiteTruth, checker: Checker, random: Random) {
  const { content } = truth;

  function pickSlug(): string {
    const recent = truth.edited.slice(-RECENTLY_EDITED);
    if (recent.length > 0 && random() < EDITED_SHARE) return pick(random, recent).slug;
    const isHot = random() < HOT_SHARE;
    return pick(random, isHot ? content.posts.slice(0, HOT) : content.posts).slug;
  }

  function pickFilter(): { filter: PostFilter; query: string } {
    const chance = random();
    if (chance < 0.5) return { filter: {}, query: '' };
    if (chance < 0.8) {
      const { slug } = pick(random, content.listed);
      return { filter: { category: slug }, query: `filters[categories][slug][$eq]=${slug}&` };
    }
    const { slug } = pick(random, content.tags);
    return { filter: { tag: slug }, query: `filters[tags][slug][$eq]=${slug}&` };
  }

  function postPath(slug: string): string {
    const detail = `filters[slug][$eq]=${slug}&populate[0]=image&populate[1]=user&populate[2]=tags&populate[3]=categories`;
    return `/api/posts?${detail}`;
  }

  const makers: Partial<Record<Kind, () => Omit<Read, 'kind'>>> = {
    'article page'() {
      const slug = pickSlug();
      return { path: `/${slug}`, check: (exchange) => checker.articlePage(exchange, slug) };
    },
    'home page': () => ({ path: '/', check: (exchange) => checker.listingPage(exchange, {}) }),
    'category page'() {
      if (random() < 0.6) {
        const { slug } = pick(random, content.listed);
        return {
          path: `/news/${slug}`,
          check: (exchange) => checker.listingPage(exchange, { category: slug }),
        };
      }
      const { slug } = pick(random, content.tags);
      return { path: `/tags/${slug}`, check: (exchange) => checker.listingPage(exchange, { tag: slug }) };
    },
    'search page'() {
      const text = pieceOf(pick(random, content.posts).title, random);
      return {
        path: `/search?q=${encodeURIComponent(text)}`,
        check: (exchange) => checker.listingPage(exchange, { text }),
      };
    },
    'catalogue page'() {
      const kind = random() < 0.5 ? 'books' : 'lawyers';
      const items = content[kind];
      if (random() < 0.5)
        return { path: `/catalogs/${kind}`, check: (exchange) => checker.pageNaming(exchange, items) };
      const item = pick(random, items);
      return {
        path: `/catalogs/${kind}/${item.id}/${item.slug}`,
        check: (exchange) => checker.pageNaming(exchange, [item]),
      };
    },
    'post list'() {
      const { filter, query } = pickFilter();
      const page = random() < HOT_SHARE ? 1 : 1 + Math.floor(random() * MAX_PAGE);
      const pageOf = { page, pageSize: PAGE_SIZE };
      return {
        path: listPath(query, page),
        check: (exchange) => checker.postList(exchange, filter, pageOf),
      };
    },
    post() {
      const slug = pickSlug();
      const base = content.posts.find((post) => post.slug === slug);
      const id = base?.id ?? truth.edited.find((post) => post.slug === slug)?.id;
      if (typeof id === 'number' && random() < 0.5)
        return {
          path: `/api/posts/${id}?populate=categories`,
          check: (exchange) => checker.postById(exchange, slug),
        };
      return { path: postPath(slug), check: (exchange) => checker.postBySlug(exchange, slug) };
    },
    search() {
      const text = pieceOf(pick(random, content.posts).title, random);
      const pageOf = { page: 1, pageSize: PAGE_SIZE };
      return {
        path: listPath(`filters[title][$containsi]=${encodeURIComponent(text)}&`, 1),
        check: (exchange) => checker.postList(exchange, { text }, pageOf),
      };
    },
    feed: () => ({
      path: pick(random, ['/feed.xml', '/atom.xml', '/feed.json']),
      check: (exchange) => checker.feed(exchange),
    }),
    lists() {
      const name = random() < 0.5 ? 'categories' : 'tags';
      return {
        path: `/api/${name}?sort=id&pagination[pageSize]=100`,
        check: (exchange) => checker.namedList(exchange, content[name], 'name', 100),
      };
    },
    catalogue() {
      const kind = random() < 0.5 ? 'books' : 'lawyers';
      if (random() < 0.5) {
        const item = pick(random, content[kind]);
        return {
          path: `/api/${kind}/${item.id}`,
          check: (exchange) => checker.namedItem(exchange, item, 'Title'),
        };
      }
      return {
        path: `/api/${kind}?pagination[pageSize]=${PAGE_SIZE}`,
        check: (exchange) => checker.namedList(exchange, content[kind], 'Title', PAGE_SIZE),
      };
    },
  };

  function read(kind: Kind): Read {
    const make = makers[kind];
    if (make === undefined) throw new Error(`${kind} is not a read`);
    return { kind, ...make() };
  }

  return {
    /** A read of this kind. */
    read,
    /** The next read of the mix. */
    next(): Read {
      let at = random() * WEIGHT;
      const found = WEIGHTS.find(([, weight]) => (at -= weight) < 0) ?? WEIGHTS[0];
      return read(found?.[0] ?? 'post');
    },
  };
}
