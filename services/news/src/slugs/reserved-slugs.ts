/**
 * First path segments that are not posts or categories: the route table of the
 * specification, and this product's own.
 */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  [
    '404 about account all-lawers career cart catalogs comming-soon contact find-a-lawer',
    'find-a-lawyer forgot-password join login news payment payment2 privacy-policy products reset-password',
    'saved search signup subscribe success tags terms-of-service api uploads internal console docs livez',
    'readyz metrics sitemaps sitemap.xml news-sitemap.xml robots.txt feed.xml atom.xml feed.json',
    'assets favicon.ico favicon.svg llms.txt manifest.webmanifest __kit .well-known',
  ].flatMap((line) => line.split(' ')),
);

const UNFIT = /[\p{Cc}\s/\\?#%]/u;

/** The validation message for an invalid slug of a post or category, or null when it is valid. */
export function findSlugProblem(slug: string): string | null {
  if (RESERVED_SLUGS.has(slug.toLowerCase())) return 'slug is reserved for another page';
  if (slug === '' || slug === '.' || slug === '..' || UNFIT.test(slug))
    return 'slug must be one segment of an address, without spaces';
  return null;
}
