import type { MovedSubject } from '@vidhi/contracts/slugs.ts';
import type { QueryDefinition } from '#shared/api/read.ts';

/** The current slug of what has been renamed; null for a slug that none has had. */
export type RenamedRead = QueryDefinition<string, string | null, Partial<MovedSubject>>;

const renamedRead = (name: string, folder: string): RenamedRead => ({
  name,
  path: (slug) => `/slugs/${folder}${encodeURIComponent(slug)}`,
  transform: ({ data }) => data?.slug ?? null,
  fallback: null,
  notFoundValue: null,
});

export const slugRead = renamedRead('slug', '');
export const categorySlugRead = renamedRead('categorySlug', 'categories/');
export const tagSlugRead = renamedRead('tagSlug', 'tags/');
