import type { Attributes } from '@vidhi/collections/all.ts';
import type { WireEntry } from '#shared/api/read.ts';
import { type Correction, correctionsOf } from '@vidhi/contracts/corrections.ts';
import { type Takedown, takedownOf } from '@vidhi/contracts/takedown.ts';

/** The attributes of an article that people edit. */
export interface ArticleValues {
  title: string;
  slug: string;
  content: string;
  /** Id of the account that readers see as its author; null for the site itself. */
  user: number | null;
  /** Id of a guest, in place of an account. */
  guest_author: number | null;
  /** Id of the picture above the text. */
  image: number | null;
  youtube: string;
  publish_date: string | null;
  /** Nothing is published before this time. */
  embargo_until: string | null;
  /** Readers do not see the article from this time on. */
  unpublish_at: string | null;
  trending: boolean;
  categories: readonly number[];
  tags: readonly number[];
  /** Title and description for search engines; empty where those of the article do. */
  seo_title: string;
  seo_description: string;
  /** Id of the document of the judgment that it is about. */
  judgment_document: number | null;
  judgment_court: string;
  judgment_bench: string;
  /** Day, `2026-03-31`. */
  judgment_decided_on: string | null;
}

export const ARTICLE_ATTRIBUTES = [
  'title',
  'slug',
  'content',
  'user',
  'guest_author',
  'image',
  'youtube',
  'publish_date',
  'embargo_until',
  'unpublish_at',
  'trending',
  'categories',
  'tags',
  'seo_title',
  'seo_description',
  'judgment_document',
  'judgment_court',
  'judgment_bench',
  'judgment_decided_on',
] as const satisfies readonly (keyof ArticleValues)[];

export const NAMES: Readonly<Record<keyof ArticleValues, string>> = {
  title: 'title',
  slug: 'address',
  content: 'text',
  user: 'author',
  guest_author: 'guest author',
  image: 'picture',
  youtube: 'video',
  publish_date: 'date',
  embargo_until: 'embargo',
  unpublish_at: 'end of publication',
  trending: 'trending',
  categories: 'categories',
  tags: 'tags',
  seo_title: 'title for search engines',
  seo_description: 'description for search engines',
  judgment_document: 'judgment',
  judgment_court: 'court',
  judgment_bench: 'bench',
  judgment_decided_on: 'day of the decision',
};

export const EMPTY_ARTICLE: ArticleValues = {
  title: '',
  slug: '',
  content: '',
  user: null,
  guest_author: null,
  image: null,
  youtube: '',
  publish_date: null,
  embargo_until: null,
  unpublish_at: null,
  trending: false,
  categories: [],
  tags: [],
  seo_title: '',
  seo_description: '',
  judgment_document: null,
  judgment_court: '',
  judgment_bench: '',
  judgment_decided_on: null,
};

/** Texts that may be missing: they are stored as null where they are empty. */
const OPTIONAL_TEXTS: ReadonlySet<string> = new Set([
  'content',
  'youtube',
  'seo_title',
  'seo_description',
  'judgment_court',
  'judgment_bench',
]);
/** Returns whether an attribute is a text that is stored as null where it is empty. */
export const isOptionalText = (name: string): boolean => OPTIONAL_TEXTS.has(name);

/** A picture of the media library, as articles have it. */
export interface Picture {
  id: number;
  url: string;
  alt: string | null;
  caption: string | null;
}

/** A category or a tag. */
export interface Subject {
  id: number;
  name: string;
  slug: string;
}

/** An article as the server has it. */
export interface StoredArticle {
  id: number;
  values: ArticleValues;
  publishedAt: string | null;
  stage: string | null;
  archivedAt: string | null;
  /** Id of the account that is to review it. */
  reviewer: number | null;
  updatedAt: string | null;
  /** The order of a court that withholds it. */
  takedown: Takedown | null;
  /** Corrections that readers see, the oldest first. */
  corrections: readonly Correction[];
  /** Name of its author; null where it has none. */
  authorName: string | null;
  picture: Picture | null;
  categories: readonly Subject[];
  tags: readonly Subject[];
  /** For `If-Match` of the next save; null where the server sends none. */
  etag: string | null;
}

export type SubjectEntry = WireEntry<Partial<Attributes<'category'> & Attributes<'tag'>>>;
export type PictureEntry = WireEntry<Partial<Attributes<'file'>>>;

/** The entities of a relation; none where the response does not have it. */
const entriesOf = <Entry>({ data }: { data: readonly Entry[] } = { data: [] }): readonly Entry[] => data;

export const toSubject = ({ id, attributes: { name, slug } }: SubjectEntry): Subject => ({
  id,
  name: name || `No. ${id}`,
  slug: slug ?? '',
});

export const toPicture = ({ id, attributes }: PictureEntry): Picture => ({
  id,
  url: attributes.url ?? '',
  alt: attributes.alternativeText || null,
  caption: attributes.caption || null,
});

const nameOf = ({ first_name, last_name }: Partial<Attributes<'user'>>): string | null =>
  [first_name, last_name].filter(Boolean).join(' ') || null;

export function toArticle(body: unknown, etag: string | null): StoredArticle {
  const { id, attributes } = (body as { data: WireEntry<Partial<Attributes<'post'>>> }).data;
  const image = attributes.image?.data ?? null;
  const author = attributes.user?.data ?? null;
  const guest = attributes.guest_author?.data ?? null;
  const categories = entriesOf(attributes.categories).map(toSubject);
  const tags = entriesOf(attributes.tags).map(toSubject);
  return {
    id,
    etag,
    publishedAt: attributes.publishedAt ?? null,
    stage: attributes.stage ?? null,
    archivedAt: attributes.archived_at ?? null,
    reviewer: attributes.reviewer ?? null,
    updatedAt: attributes.updatedAt ?? null,
    takedown: takedownOf(attributes),
    corrections: correctionsOf(attributes),
    authorName: guest ? guest.attributes.name || null : author && nameOf(author.attributes),
    picture: image && toPicture(image),
    categories,
    tags,
    values: {
      title: attributes.title ?? '',
      slug: attributes.slug ?? '',
      content: attributes.content ?? '',
      user: author?.id ?? null,
      guest_author: guest?.id ?? null,
      image: image?.id ?? null,
      youtube: attributes.youtube ?? '',
      publish_date: attributes.publish_date ?? null,
      embargo_until: attributes.embargo_until ?? null,
      unpublish_at: attributes.unpublish_at ?? null,
      trending: attributes.trending ?? false,
      categories: categories.map((one) => one.id),
      tags: tags.map((one) => one.id),
      seo_title: attributes.seo_title ?? '',
      seo_description: attributes.seo_description ?? '',
      judgment_document: attributes.judgment_document?.data?.id ?? null,
      judgment_court: attributes.judgment_court ?? '',
      judgment_bench: attributes.judgment_bench ?? '',
      judgment_decided_on: attributes.judgment_decided_on ?? null,
    },
  };
}

/** Two values of an attribute are the same when they are stored as the same; the order of categories and tags says nothing. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  // Texts are long.
  if (typeof one === 'string' && typeof other === 'string') return false;
  const spell = (value: unknown): string =>
    JSON.stringify(Array.isArray(value) ? value.toSorted((a, b) => Number(a) - Number(b)) : (value ?? ''));
  return spell(one) === spell(other);
}

/** Names of the attributes in which two articles differ. */
export const changedAttributes = (one: ArticleValues, other: ArticleValues): (keyof ArticleValues)[] =>
  ARTICLE_ATTRIBUTES.filter((name) => !isSameValue(one[name], other[name]));

/** The named attributes as the API takes them. */
export function toWire(
  values: ArticleValues,
  names: readonly (keyof ArticleValues)[],
): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => [name, isOptionalText(name) && values[name] === '' ? null : values[name]]),
  );
}
