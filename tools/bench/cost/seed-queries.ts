import type { CandidateQuery, QueryNode } from './query-tree.ts';

const list = (collection: string, tree: QueryNode): CandidateQuery => ({ collection, id: undefined, tree });
const MAX_LIST = { pageSize: '150' };
const many = (count: number, condition: (at: number) => QueryNode): QueryNode[] =>
  Array.from({ length: count }, (_, at) => condition(at));

/** Requests that were expensive in earlier versions; the search starts with them. */
export const newsSeedQueries: readonly CandidateQuery[] = [
  list('post', {
    pagination: MAX_LIST,
    populate: {
      categories: { populate: { posts: { count: 'true', sort: 'content' } } },
      tags: { populate: { posts: { count: 'true', sort: 'content' } } },
    },
  }),
  list('category', { pagination: MAX_LIST, populate: { posts: { count: 'true', sort: 'title' } } }),
  list('post', {
    pagination: MAX_LIST,
    sort: many(10, () => ({})).map((_, at) => `categories.posts.${at % 2 === 0 ? 'title' : 'slug'}:asc`),
  }),
  list('category', {
    pagination: MAX_LIST,
    populate: { posts: { filters: { content: { $containsi: 'nowhere' } }, count: 'true' } },
  }),
  list('post', { filters: { $or: many(249, (at) => ({ title: { $containsi: `court ${at}` } })) } }),
  list('post', { filters: { $or: many(249, (at) => ({ title: { $containsi: `e ${at}` } })) } }),
  list('post', { filters: { $and: many(249, () => ({ title: { $notContainsi: 'nowhere at' } })) } }),
  list('post', { filters: { content: { $containsi: 'nowhere at all' } } }),
  list('post', { sort: ['newstags:asc', 'title:desc', 'slug:asc', 'youtube:desc', 'views_count:asc'] }),
  list('post', {
    pagination: MAX_LIST,
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

export const catalogueSeedQueries: readonly CandidateQuery[] = [
  list('book', {
    counts: '1',
    filters: { Title: { $containsi: 'a' }, publishers: { name: { $containsi: 'a' } } },
  }),
  list('author', { counts: '1', pagination: MAX_LIST }),
  list('book', { fields: ['Price'] }),
  list('book', { sort: ['author_names.AuthorName:asc', 'publishers.name:desc'], pagination: MAX_LIST }),
  list('lawyer', {
    sort: 'neutral',
    filters: { PropertyList1: { lawyers: { Title: { $containsi: 'a' } } } },
  }),
];
