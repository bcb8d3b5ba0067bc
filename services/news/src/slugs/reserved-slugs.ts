import { RESERVED_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';

const UNFIT = /[\p{Cc}\s/\\?#%]/u;

/** Returns the validation message for an invalid slug of a post or category, or null when it is valid. */
export function findSlugProblem(slug: string): string | null {
  if (RESERVED_SEGMENTS.has(slug.toLowerCase())) return 'slug is reserved for another page';
  if (slug === '' || slug === '.' || slug === '..' || UNFIT.test(slug))
    return 'slug must be one segment of an address, without spaces';
  return null;
}
