import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource, type ListQuery, type Page, type Source } from '../kit/source.ts';
import { HAS_COPY } from './post-state.ts';

interface Named {
  id: number;
  name?: string | null;
  slug?: string | null;
}

/** An article in lists of the console. */
export interface PostRow {
  id: number;
  title?: string | null;
  slug?: string | null;
  publishedAt?: string | null;
  stage?: string | null;
  archived_at?: string | null;
  reviewer?: number | null;
  embargo_until?: string | null;
  publish_date?: string | null;
  updatedAt?: string;
  views_count?: number | null;
  trending?: boolean | null;
  user?: { id: number; first_name?: string | null; last_name?: string | null } | null;
  guest_author?: Named | null;
  categories?: readonly Named[];
  tags?: readonly Named[];
  /** Whether something is typed that is neither saved nor published. */
  hasCopy?: boolean;
}

const posts = strapiSource<PostRow>({
  plural: 'posts',
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
