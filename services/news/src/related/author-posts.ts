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

/** Finds a page of the visible posts of one author, the newest first: those that name the account and those that name the guest. */
export function findPostsOfAuthor(
  model: ReadModel,
  { user, guest }: { user: number | null; guest: number | null },
  { page, pageSize, ...costs }: AuthorPage,
): AuthorPosts {
  const start = (page - 1) * pageSize;
  const links = [...(user === null ? [] : [{ user }]), ...(guest === null ? [] : [{ guest_author: guest }])];
  const read = (selection: typeof DATED | typeof UNDATED, link: (typeof links)[number], first: number) =>
    find(model, postCollection, {
      ...selection,
      ...costs,
      links: link,
      page: { start: first, limit: start + pageSize - first },
      projection: ['publish_date', 'publishedAt'],
    });
  const others = links.flatMap((link, at) =>
    at === 0 ? [read(UNDATED, link, 0)] : [read(UNDATED, link, 0), read(DATED, link, 0)],
  );
  const [first] = links;
  if (first === undefined) return { ids: [], total: 0 };
  if (others.every(({ total }) => total === 0)) {
    const { documents, total } = read(DATED, first, start);
    return { ids: documents.map(({ id }) => id), total };
  }
  const parts = [read(DATED, first, 0), ...others];
  const timeOf = (post: (typeof parts)[number]['documents'][number]): number =>
    Date.parse(post.publish_date ?? post.publishedAt ?? '');
  const ids = parts
    .flatMap(({ documents }) => documents)
    .toSorted((a, b) => timeOf(b) - timeOf(a) || b.id - a.id)
    .slice(start, start + pageSize)
    .map(({ id }) => id);
  return { ids, total: parts.reduce((sum, { total }) => sum + total, 0) };
}
