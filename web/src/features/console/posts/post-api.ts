import { postCollection } from '@vidhi/collections/news/post.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource, type ListQuery, type Page, type RowOf, type Source } from '../kit/source.ts';
import { HAS_COPY } from './post-state.ts';

const posts = strapiSource(postCollection, {
  fields: [
    'title',
    'slug',
    'publishedAt',
    'stage',
    'archived_at',
    'reviewer',
    'embargo_until',
    'publish_date',
    'updatedAt',
    'views_count',
    'trending',
  ],
  populate: ['categories', 'tags', 'user', 'guest_author'],
  search: ['title', 'slug'],
});

/** An article in lists of the console. */
export type PostRow = RowOf<typeof posts> & {
  /** Whether something is typed that is neither saved nor published. */
  hasCopy?: boolean;
};

/** Lists of articles tell which have a working copy. */
export const postSource: Source<PostRow> = {
  ...posts,
  list: ({ conditions, ...query }: ListQuery) => {
    const others = conditions.filter(([path]) => path !== HAS_COPY);
    const wanted = others.length < conditions.length ? 'only' : 'with';
    return `${String(posts.list({ ...query, conditions: others }))}&${HAS_COPY}=${wanted}`;
  },
  toPage: (body): Page<PostRow> => {
    const { meta } = body as { meta: { working_copies?: readonly number[] } };
    const { rows, total } = posts.toPage(body);
    const copied = new Set(meta.working_copies);
    return { rows: rows.map((row) => ({ ...row, hasCopy: copied.has(row.id) })), total };
  },
};

export const postApi = resourceApi<PostRow>('posts', postSource);
