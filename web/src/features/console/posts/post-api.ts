import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource } from '../kit/source.ts';

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
  publish_date?: string | null;
  updatedAt?: string;
  views_count?: number | null;
  trending?: boolean | null;
  user?: { id: number; first_name?: string | null; last_name?: string | null } | null;
  categories?: readonly Named[];
  tags?: readonly Named[];
}

export const postApi = resourceApi<PostRow>(
  'posts',
  strapiSource({
    plural: 'posts',
    fields: [
      'title',
      'slug',
      'publishedAt',
      'stage',
      'archived_at',
      'reviewer',
      'publish_date',
      'updatedAt',
      'views_count',
      'trending',
    ],
    populate: ['categories', 'tags', 'user'],
    search: ['title', 'slug'],
  }),
);
