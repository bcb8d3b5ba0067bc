import type { Attributes } from '@vidhi/collections/all.ts';
import { queryOf, type QueryDefinition, type WireList, type WireOne } from '#shared/api/read.ts';
import { PICTURE_FIELDS, toPicture, type Picture } from '#shared/picture/picture.ts';
import { authorOf, toArticle, summaryOf, type Article } from './article.ts';
import { safeLink, toAds, type Ad, type WireAd } from './ad.ts';
import { toCategory, toTag, type Category } from './category.ts';
import {
  articleQuery,
  authorQuery,
  listQuery,
  recentQuery,
  relatedQuery,
  PAGE_SIZE,
  type ListArg,
} from './post-query.ts';
import { toCards, type Card, type Label, type WireCategory, type WirePost } from './post.ts';

export interface CardPage {
  cards: Card[];
  page: number;
  pageCount: number;
  total: number;
}

export interface Product {
  id: number;
  title: string;
  link: string | null;
  picture: Picture;
}

export const categoryRead: QueryDefinition<string, Category | null, WireList<WireCategory>> = {
  name: 'category',
  shared: true,
  path: (slug) =>
    `/categories?${queryOf({
      'filters[slug][$eq]': slug,
      'pagination[pageSize]': 1,
      'populate[parent_category][fields]': ['name', 'title', 'slug'],
    })}`,
  transform: ({ data }) => (data[0] === undefined ? null : toCategory(data[0])),
};

export const tagRead: QueryDefinition<string, Label | null, WireList<Attributes<'tag'>>> = {
  name: 'tag',
  shared: true,
  path: (slug) => `/tags?${queryOf({ 'filters[slug][$eq]': slug, 'pagination[pageSize]': 1 })}`,
  transform: toTag,
};

/** The standfirst of the front page's lead. */
export const standfirstRead: QueryDefinition<number, string, WireOne<Pick<WirePost, 'content'>>> = {
  name: 'standfirst',
  path: (id) => `/posts/${id}?fields[0]=content`,
  transform: ({ data }) => summaryOf(data?.attributes.content ?? ''),
  fallback: '',
};

export const listRead: QueryDefinition<ListArg, CardPage, WireList<WirePost>> = {
  name: 'list',
  path: (arg) => `/posts?${listQuery(arg)}`,
  transform: (body, { page }) => {
    const total = body.meta?.pagination?.total ?? body.data.length;
    return { cards: toCards(body), page, pageCount: Math.max(1, Math.ceil(total / PAGE_SIZE)), total };
  },
  fallback: { cards: [], page: 1, pageCount: 1, total: 0 },
};

export interface AuthorArg {
  /** The id of an account, or a slug. */
  id: string;
  page: number;
}

/** Text and picture of an author's page, of authors with an entry of their own. */
export interface AboutAuthor {
  slug: string;
  line: string;
  links: string[];
  picture: Picture | null;
}

export interface AuthorPage extends CardPage {
  name: string;
  about: AboutAuthor | null;
}

interface WireAuthorList extends WireList<WirePost> {
  meta?: WireList<WirePost>['meta'] & { author?: WireOne<Attributes<'news-author'>>['data'] };
}

function toAbout({ slug, line, links, picture }: Attributes<'news-author'>): AboutAuthor {
  return {
    slug: slug ?? '',
    line: line ?? '',
    links: (links ?? '').split('\n').flatMap((link) => safeLink(link.trim()) ?? []),
    picture: picture?.data ? toPicture(picture.data) : null,
  };
}

/** One page of an author's articles; null for an author without articles. */
export const authorPostsRead: QueryDefinition<AuthorArg, AuthorPage | null, WireAuthorList> = {
  name: 'authorPosts',
  path: ({ id, page }) => `/posts/by-author/${id}?${authorQuery(page)}`,
  transform: (body, { page }) => {
    const [first] = body.data;
    const total = body.meta?.pagination?.total ?? body.data.length;
    const entry = body.meta?.author?.attributes;
    return {
      name: entry?.name ?? authorOf(first?.attributes ?? {})?.name ?? '',
      about: entry === undefined ? null : toAbout(entry),
      cards: toCards(body),
      page,
      pageCount: Math.max(1, Math.ceil(total / PAGE_SIZE)),
      total,
    };
  },
  notFoundValue: null,
};

export const recentRead: QueryDefinition<void, Card[], WireList<WirePost>> = {
  name: 'recent',
  shared: true,
  path: () => `/posts?${recentQuery()}`,
  transform: toCards,
  fallback: [],
};

export const articleRead: QueryDefinition<string, Article | null, WireList<WirePost>> = {
  name: 'article',
  path: (slug) => `/posts?${articleQuery(slug)}`,
  transform: ({ data }) => (data[0] === undefined ? null : toArticle(data[0])),
};

const RELATED = 4;

export const relatedRead: QueryDefinition<number, Card[], WireList<WirePost>> = {
  name: 'related',
  path: (id) => `/posts/${id}/related?${relatedQuery()}`,
  transform: (body) => toCards(body).slice(0, RELATED),
  fallback: [],
  notFoundValue: [],
};

export const adsRead: QueryDefinition<void, Ad[], WireList<WireAd>> = {
  name: 'ads',
  shared: true,
  path: () =>
    `/site-ads?${queryOf({
      fields: ['title', 'youtube', 'link', 'type'],
      'populate[image][fields]': PICTURE_FIELDS,
    })}`,
  transform: toAds,
  fallback: [],
};

export const productsRead: QueryDefinition<void, Product[], WireList<Attributes<'product'>>> = {
  name: 'products',
  shared: true,
  path: () =>
    `/products?${queryOf({ fields: ['title', 'link'], 'populate[image][fields]': PICTURE_FIELDS })}`,
  transform: ({ data }) =>
    data.flatMap(({ id, attributes: { title, link, image } }) =>
      image?.data ? [{ id, title: title ?? '', link: safeLink(link), picture: toPicture(image.data) }] : [],
    ),
  fallback: [],
};
