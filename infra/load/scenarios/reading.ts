import type { Action } from './mix.ts';
import type { SiteContent } from './site-content.ts';
import { anyOf, type Visitor } from './visitor.ts';

const FEEDS = ['/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/news-sitemap.xml'];
/** Visitors who arrive get a page; those who navigate within the app call the API. */
const ARRIVALS = 0.5;

type Reading = (visitor: Visitor, content: SiteContent) => void;
const arrives = (): boolean => Math.random() < ARRIVALS;
const LIST = 'fields[0]=title&fields[1]=slug&populate[categories][fields][0]=slug&sort=publishedAt:desc';

/** Actions that change nothing. */
export const READING: Record<Exclude<Action, 'account' | 'checkout'>, Reading> = {
  article(visitor, { articles }) {
    const { slug, category } = anyOf(articles);
    if (arrives()) visitor.get('page', 'article page', `/${category}/${slug}`);
    else visitor.get('read', 'article', `/api/posts?filters[slug][$eq]=${slug}&populate=*`);
  },
  home(visitor) {
    if (arrives()) visitor.get('page', 'home page', '/');
    else visitor.get('read', 'home', `/api/posts?${LIST}&pagination[pageSize]=24`);
  },
  categoryOrTag(visitor, { categories, tags }) {
    if (Math.random() < 0.5) {
      const slug = anyOf(categories);
      if (arrives()) visitor.get('page', 'category page', `/news/${slug}`);
      else visitor.get('read', 'category', `/api/posts?${LIST}&filters[categories][slug][$eq]=${slug}`);
    } else {
      const slug = anyOf(tags);
      if (arrives()) visitor.get('page', 'tag page', `/tags/${slug}`);
      else visitor.get('read', 'tag', `/api/posts?${LIST}&filters[tags][slug][$eq]=${slug}`);
    }
  },
  search(visitor, { words }) {
    const word = anyOf(words);
    if (arrives()) visitor.get('page', 'search page', `/search?q=${word}`);
    else visitor.get('read', 'search', `/api/posts?${LIST}&filters[title][$containsi]=${word}`);
  },
  catalogueList(visitor) {
    if (arrives()) visitor.get('page', 'books page', '/catalogs/books');
    else visitor.get('read', 'books', '/api/books?pagination[pageSize]=24&populate=*&sort=Price:asc');
  },
  item(visitor, { books }) {
    visitor.get('read', 'item', `/api/books/${anyOf(books).id}?populate=*`);
  },
  directory(visitor, { lawyers }) {
    if (arrives()) visitor.get('page', 'lawyers page', '/catalogs/lawyers');
    else visitor.get('read', 'lawyer', `/api/lawyers/${anyOf(lawyers).id}?populate=*`);
  },
  feed(visitor) {
    visitor.get('read', 'feed', anyOf(FEEDS));
  },
};
