import { absoluteUrl, type SiteConfig } from '../site/site.ts';
import type { ShareCard } from '../picture/share-card.ts';
import type { SharePicture } from '../picture/share-picture.ts';
import { writeJsonScript } from './json-script.ts';

/** The content of a page's `<head>`. `canonical` is null for pages that must not be indexed under their URL. */
export interface Head {
  title: string;
  description: string;
  /** Path, with no query parameter but `page`. */
  canonical: string | null;
  type?: 'website' | 'article';
  keywords?: string;
  noindex?: boolean;
  picture?: SharePicture | ShareCard | null;
  publishedAt?: string;
  modifiedAt?: string;
  feed?: { title: string; path: string };
  jsonLd?: readonly object[];
}

/** An element of the head as data: the server renders it as text, the browser creates it. */
export interface HeadTag {
  tag: 'title' | 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  text?: string;
}

const meta = (attributes: Record<string, string>): HeadTag => ({ tag: 'meta', attributes });
const link = (attributes: Record<string, string>): HeadTag => ({ tag: 'link', attributes });

/** Returns a title in the pattern of the owner; one that does not end with the name of the site stays. */
function titleOf(title: string, { name, titlePattern }: SiteConfig): string {
  const end = ` | ${name}`;
  if (titlePattern === undefined || !title.endsWith(end)) return title;
  const own = title.slice(0, -end.length);
  return titlePattern.replaceAll(/\{(title|site)\}/g, (_, part) => (part === 'site' ? name : own));
}

/** Returns the elements of a head: exactly one title and description, and at most one canonical link. */
export function headTags(head: Head, site: SiteConfig): HeadTag[] {
  const { description, canonical, type = 'website', picture } = head;
  const title = titleOf(head.title, site);
  const tags: HeadTag[] = [
    { tag: 'title', attributes: {}, text: title },
    meta({ name: 'description', content: description }),
    meta({ property: 'og:site_name', content: site.name }),
    meta({ property: 'og:locale', content: 'en_IN' }),
    meta({ property: 'og:type', content: type }),
    meta({ property: 'og:title', content: title }),
    meta({ property: 'og:description', content: description }),
    meta({ name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' }),
  ];
  if (canonical !== null) {
    const url = absoluteUrl(site, canonical);
    tags.push(link({ rel: 'canonical', href: url }), meta({ property: 'og:url', content: url }));
  }
  if (head.noindex) tags.push(meta({ name: 'robots', content: 'noindex' }));
  if (head.keywords) tags.push(meta({ name: 'keywords', content: head.keywords }));
  if (picture) {
    tags.push(meta({ property: 'og:image', content: absoluteUrl(site, picture.url) }));
    tags.push(meta({ property: 'og:image:width', content: String(picture.width) }));
    tags.push(meta({ property: 'og:image:height', content: String(picture.height) }));
    if (picture.alt) tags.push(meta({ property: 'og:image:alt', content: picture.alt }));
  }
  if (head.publishedAt) tags.push(meta({ property: 'article:published_time', content: head.publishedAt }));
  if (head.modifiedAt) tags.push(meta({ property: 'article:modified_time', content: head.modifiedAt }));
  if (head.feed)
    tags.push(
      link({
        rel: 'alternate',
        type: 'application/rss+xml',
        title: head.feed.title,
        href: absoluteUrl(site, head.feed.path),
      }),
    );
  for (const item of head.jsonLd ?? [])
    tags.push({
      tag: 'script',
      attributes: { type: 'application/ld+json' },
      text: scriptText({ '@context': 'https://schema.org', ...item }),
    });
  return tags;
}

/** JSON that is safe in a script element: it cannot close the element. */
export const scriptText = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

/** Attribute of the elements that a client navigation replaces. */
const MARK = 'data-head';

export function renderHead(tags: readonly HeadTag[]): string {
  return tags
    .map(({ tag, attributes, text }) => {
      const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
      const open = `<${tag}${pairs.join('')} ${MARK}>`;
      if (text === undefined) return open;
      return `${open}${tag === 'script' ? text : escapeHtml(text)}</${tag}>`;
    })
    .join('\n');
}

/** Replaces the head of the page before. */
export function applyHead(document: Document, tags: readonly HeadTag[]): void {
  for (const old of document.head.querySelectorAll(`title, [${MARK}]`)) old.remove();
  for (const { tag, attributes, text } of tags) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.setAttribute(MARK, '');
    if (element instanceof HTMLScriptElement) writeJsonScript(element, text ?? '');
    else if (text !== undefined) element.textContent = text;
    document.head.append(element);
  }
}
