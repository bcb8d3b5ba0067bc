import { find, type QueryCost, type ReadModel } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';

export interface AuthorPage {
  page: number;
  pageSize: number;
  cost?: QueryCost;
}

export interface AuthorPosts {
  /** Those of the page. */
  ids: number[];
  /** On all pages. */
  total: number;
}

/** Posts without `publish_date` are sorted by their publication, among the others. */
const DATED = { filter: { publish_date: { $notNull: 'true' } }, sort: ['publish_date:desc', 'id:desc'] };
const UNDATED = { filter: { publish_date: { $null: 'true' } }, sort: ['publishedAt:desc', 'id:desc'] };

/** Finds a page of the visible posts of one author, the newest first. */
export function findPostsOfAuthor(
  model: ReadModel,
  authorId: number,
  { page, pageSize, ...costs }: AuthorPage,
): AuthorPosts {
  const start = (page - 1) * pageSize;
  const read = (selection: typeof DATED | typeof UNDATED, first: number) =>
    find(model, postCollection, {
      ...selection,
      ...costs,
      links: { user: authorId },
      page: { start: first, limit: start + pageSize - first },
      projection: ['publish_date', 'publishedAt'],
    });
  const undated = read(UNDATED, 0);
  if (undated.total === 0) {
    const { documents, total } = read(DATED, start);
    return { ids: documents.map(({ id }) => id), total };
  }
  const dated = read(DATED, 0);
  const timeOf = (post: (typeof dated.documents)[number]): number =>
    Date.parse(post.publish_date ?? post.publishedAt ?? '');
  const ids = [...dated.documents, ...undated.documents]
    .toSorted((a, b) => timeOf(b) - timeOf(a) || b.id - a.id)
    .slice(start, start + pageSize)
    .map(({ id }) => id);
  return { ids, total: dated.total + undated.total };
}
