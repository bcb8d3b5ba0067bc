type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

// One text each, as every page loads them: lists of texts would need twice the quotation marks and commas.
const SCREENS =
  '404 about account all-lawers career cart catalogs comming-soon confirm confirm-email confirm-email-change console contact corrections find-a-lawer find-a-lawyer forgot-password grievance join login news newsletter order-status payment payment2 preview privacy-policy products register reset-password saved search signup status stop-email-change subscribe success tags terms-of-service unsubscribe' as const;
const SERVICES =
  '.well-known __kit ads.txt api assets atom.xml docs favicon.ico favicon.svg feed feed.json feed.xml internal livez llms.txt manifest.webmanifest metrics news-sitemap.xml readyz robots.txt rss.xml sitemap.xml sitemaps uploads' as const;

export type ScreenSegment = Words<typeof SCREENS>;
export type ServiceSegment = Words<typeof SERVICES>;

/**
 * First path segments that name a screen of the web, also one that is still to be written. `web` and `gateway` check that
 * the first segment of each of their routes is here or in `SERVICE_SEGMENTS`.
 */
export const SCREEN_SEGMENTS = SCREENS.split(' ') as ScreenSegment[];

/** First path segments that belong to a service, a file of the site, or a tool. */
export const SERVICE_SEGMENTS = SERVICES.split(' ') as ServiceSegment[];

/** First path segments under which no post, category or hosted page is looked up, and which none may take as its slug. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([...SCREEN_SEGMENTS, ...SERVICE_SEGMENTS]);

/** Screens whose default text a hosted page of their name replaces. */
const REPLACEABLE = 'about career join privacy-policy subscribe terms-of-service' as const;
export const REPLACEABLE_SEGMENTS: ReadonlySet<string> = new Set(REPLACEABLE.split(' '));

/** Attribute with the first path segment of a document's page, by content type. */
const SEGMENT_ATTRIBUTES: Readonly<Record<string, string>> = {
  post: 'slug',
  category: 'slug',
  'hosted-page': 'name',
};

/**
 * Returns the reserved segment that a stored document has as its slug; null where there is none. A post of that name is
 * reachable below its category only, a hosted page not at all, unless it replaces the text of that screen.
 */
export function reservedSlugOf(type: string, document: Readonly<Record<string, unknown>>): string | null {
  const slug = document[SEGMENT_ATTRIBUTES[type] ?? ''];
  if (typeof slug !== 'string' || !RESERVED_SEGMENTS.has(slug.toLowerCase())) return null;
  return type === 'hosted-page' && REPLACEABLE_SEGMENTS.has(slug) ? null : slug;
}
