import type { Attributes } from '@vidhi/collections/all.ts';
import type { Correction } from '@vidhi/contracts/corrections.ts';
import type { Judgment } from '@vidhi/contracts/judgments.ts';
import type { TextLanguage } from '@vidhi/contracts/script-language.ts';
import type { FrameTexts } from '#shared/text/frame-texts.ts';
import { languageOfLoaded } from '#shared/text/language.ts';
import { toPicture, youtubeId, youtubeThumbnail, type Picture } from '#shared/picture/picture.ts';
import { paths } from '#shared/routing/paths.ts';
import type { WireEntry, WireList } from '#shared/api/read.ts';

export type WireCategory = Attributes<'category'>;

export interface WirePost extends Attributes<'post'> {
  /** Set when a post in another language than English is loaded (`shared/api/complete-posts.ts`). */
  frame?: FrameTexts;
  /** Set in the same place where there are any. */
  readCorrections?: readonly Correction[];
  readJudgment?: Judgment;
}

/** A category or tag of an article. */
export interface Label {
  name: string;
  slug: string;
}

/** An article as a list shows it. */
export interface Card {
  id: number;
  title: string;
  slug: string;
  date: string;
  category: Label | null;
  picture: Picture | null;
  hasVideo: boolean;
  /** Null for the site's own English. */
  language: TextLanguage | null;
}

/** Returns the displayed name of a category: its title, else its name, else its slug. */
export const categoryName = ({ title, name, slug }: WireCategory): string => title || name || slug || '';

export function toLabels(list: WireList<WireCategory> | undefined): Label[] {
  return (list?.data ?? []).flatMap(({ attributes }) =>
    attributes.slug ? [{ name: categoryName(attributes), slug: attributes.slug }] : [],
  );
}

export const publishDate = (post: WirePost): string => post.publish_date ?? post.publishedAt ?? '';

/** Returns the post's own picture, else the thumbnail of its video. */
export function pictureOf(post: WirePost): Picture | null {
  const image = post.image?.data;
  if (image) return toPicture(image);
  const video = youtubeId(post.youtube);
  return video === null ? null : youtubeThumbnail(video);
}

export function toCard({ id, attributes }: WireEntry<WirePost>): Card | null {
  const { title, slug } = attributes;
  if (!title || !slug) return null;
  return {
    id,
    title,
    slug,
    date: publishDate(attributes),
    category: toLabels(attributes.categories)[0] ?? null,
    picture: pictureOf(attributes),
    hasVideo: youtubeId(attributes.youtube) !== null,
    language: languageOfLoaded(attributes.language, title),
  };
}

export const toCards = (list: WireList<WirePost>): Card[] =>
  list.data.flatMap((entry) => toCard(entry) ?? []);

/** Returns the canonical path of an article: below its first category, if it has one. */
export const articlePath = (card: { slug: string; category: Label | null }): string =>
  paths.article(card.slug, card.category?.slug ?? null);
