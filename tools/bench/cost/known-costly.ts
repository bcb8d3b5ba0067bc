import type { CandidateQuery, QueryNode } from './query-tree.ts';

const list = (collection: string, tree: QueryNode): CandidateQuery => ({ collection, id: undefined, tree });
const MOST = { pageSize: '150' };
const many = (count: number, condition: (at: number) => QueryNode): QueryNode[] =>
  Array.from({ length: count }, (_, at) => condition(at));

/** Requests that were costly once, for the search to begin with. */
export const knownCostlyNews: readonly CandidateQuery[] = [
  list('post', {
    pagination: MOST,
    populate: {
      categories: { populate: { posts: { count: 'true', sort: 'content' } } },
      tags: { populate: { posts: { count: 'true', sort: 'content' } } },
    },
  }),
  list('category', { pagination: MOST, populate: { posts: { count: 'true', sort: 'title' } } }),
  list('post', {
    pagination: MOST,
    sort: many(10, () => ({})).map((_, at) => `categories.posts.${at % 2 === 0 ? 'title' : 'slug'}:asc`),
  }),
  list('category', {
    pagination: MOST,
    populate: { posts: { filters: { content: { $containsi: 'nowhere' } }, count: 'true' } },
  }),
  list('post', { filters: { $or: many(249, (at) => ({ title: { $containsi: `court ${at}` } })) } }),
  list('post', { filters: { $or: many(249, (at) => ({ title: { $containsi: `e ${at}` } })) } }),
  list('post', { filters: { $and: many(249, () => ({ title: { $notContainsi: 'nowhere at' } })) } }),
  list('post', { filters: { content: { $containsi: 'nowhere at all' } } }),
  list('post', { sort: ['newstags:asc', 'title:desc', 'slug:asc', 'youtube:desc', 'views_count:asc'] }),
  list('post', {
    pagination: MOST,
    fields: ['id'],
    populate: {
      categories: { fields: ['id'], populate: { posts: { fields: ['id'], limit: '2000', sort: 'title' } } },
    },
  }),
  list('post', { filters: { slug: { $in: many(60, () => ({})).map((_, at) => `nowhere-${at}`) } } }),
  list('post', {
    filters: { categories: { posts: { tags: { posts: { title: { $startsWith: 'Court' } } } } } },
  }),
];

export const knownCostlyCatalogue: readonly CandidateQuery[] = [
  list('book', {
    counts: '1',
    filters: { Title: { $containsi: 'a' }, publishers: { name: { $containsi: 'a' } } },
  }),
  list('author', { counts: '1', pagination: MOST }),
  list('book', { fields: ['Price'] }),
  list('book', { sort: ['author_names.AuthorName:asc', 'publishers.name:desc'], pagination: MOST }),
  list('lawyer', {
    sort: 'neutral',
    filters: { PropertyList1: { lawyers: { Title: { $containsi: 'a' } } } },
  }),
];
