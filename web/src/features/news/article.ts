/// <reference types="vite/client" />
import type { Correction } from '@vidhi/contracts/corrections.ts';
import type { Judgment } from '@vidhi/contracts/judgments.ts';
import type { TextLanguage } from '@vidhi/contracts/script-language.ts';
import type { FrameTexts } from '#shared/text/frame-texts.ts';
import { ENGLISH_FRAME } from './article-frame.ts';
import { languageOfLoaded } from '#shared/text/language.ts';
import { wholeText } from '#shared/text/whole-text.ts';
import { toPicture, youtubeId, type Picture } from '#shared/picture/picture.ts';
import { sharePicture, type SharePicture } from '#shared/picture/share-picture.ts';
import type { WireEntry } from '#shared/api/read.ts';
import { categoryName, publishDate, toLabels, type Label, type WirePost } from './post.ts';

export interface Author {
  /** The id of an account, or the slug of a guest. */
  id: number | string;
  name: string;
}

/** A whole article as its page shows it. */
export interface Article {
  id: number;
  title: string;
  slug: string;
  /** HTML, sanitised by the news service. */
  content: string;
  /** The beginning of the text, for descriptions. */
  summary: string;
  keywords: string;
  publishedAt: string;
  updatedAt: string;
  views: number;
  author: Author | null;
  /** The post's own picture; the thumbnail of a video is not included. */
  picture: Picture | null;
  /** The file of `picture` that previews of links show. */
  sharePicture?: SharePicture;
  /** Title and description for search engines, where editors wrote some. */
  forSearch?: { title: string | null; description: string | null };
  /** Its corrections, for crawlers. */
  corrections?: readonly Correction[];
  /** The judgment that it is about, for crawlers. */
  judgment?: Judgment;
  video: string | null;
  categories: Label[];
  parent: Label | null;
  tags: Label[];
  /** Null for the site's own English. */
  language: TextLanguage | null;
  /** Texts around it in its language. */
  frame: FrameTexts;
}

export function toArticle({ id, attributes }: WireEntry<WirePost>): Article | null {
  const { title, slug, image } = attributes;
  if (!title || !slug) return null;
  const content = attributes.content ?? '';
  const summary = summaryOf(content);
  const publishedAt = publishDate(attributes);
  const article: Article = {
    id,
    title,
    slug,
    content,
    summary,
    keywords: attributes.newstags ?? '',
    publishedAt,
    updatedAt: attributes.updatedAt ?? publishedAt,
    views: attributes.views_count ?? 0,
    author: authorOf(attributes),
    picture: image?.data ? toPicture(image.data) : null,
    video: youtubeId(attributes.youtube),
    categories: toLabels(attributes.categories),
    parent: parentOf(attributes),
    tags: (attributes.tags?.data ?? []).flatMap(({ attributes: tag }) =>
      tag.slug && tag.name ? [{ name: tag.name, slug: tag.slug }] : [],
    ),
    language: languageOfLoaded(attributes.language, `${title} ${summary}`),
    frame: attributes.frame ?? ENGLISH_FRAME,
  };
  // Only crawlers read these, so the build leaves them out of browsers.
  if (import.meta.env.SSR) {
    if (image?.data) article.sharePicture = sharePicture(image.data);
    const { seo_title = null, seo_description = null } = attributes;
    article.forSearch = { title: seo_title, description: seo_description };
    article.corrections = attributes.readCorrections ?? [];
    if (attributes.readJudgment !== undefined) article.judgment = attributes.readJudgment;
  }
  return article;
}

/** Returns the author of a post; null where it has none. */
export function authorOf({ user, guest_author: guest }: WirePost): Author | null {
  const { name: guestName, slug } = guest?.data?.attributes ?? {};
  if (guestName && slug) return { id: slug, name: guestName };
  if (!user?.data) return null;
  const { id, attributes } = user.data;
  const name = [attributes.first_name, attributes.last_name].filter(Boolean).join(' ');
  return name === '' ? null : { id, name };
}

function parentOf(post: WirePost): Label | null {
  const first = post.categories?.data.find(({ attributes }) => attributes.slug);
  const parent = first?.attributes.parent_category?.data?.attributes;
  return parent?.slug ? { name: categoryName(parent), slug: parent.slug } : null;
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

/** Returns the text content of HTML. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(#39|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();

const SUMMARY_LENGTH = 200;
const PARAGRAPH = /<p[^>]*>([\s\S]*?)<\/p>/i;

/** Returns the text of the first paragraph, cut between two words when it is too long. */
export function summaryOf(html: string, length = SUMMARY_LENGTH): string {
  const words = plainText(PARAGRAPH.exec(html)?.[1] ?? html.slice(0, length * 8));
  if (words.length <= length) return words;
  const cut = words.slice(0, length);
  const whole = wholeText(cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)));
  return `${whole.replace(/[\s,;:.–—-]+$/, '')}…`;
}

const FIXED_MINUTES = 2;
const WORDS_PER_MINUTE = 200;

/**
 * Returns the constant label of the specification, or the minutes computed from the words where the editors have enabled
 * it, in the language of the article.
 */
export function readTime(
  { content, frame }: Pick<Article, 'content' | 'frame'>,
  isComputed: boolean,
): string {
  const minutes = isComputed
    ? Math.ceil(plainText(content).split(' ').length / WORDS_PER_MINUTE)
    : FIXED_MINUTES;
  return frame.minutes.replace('#', `${minutes}`);
}
