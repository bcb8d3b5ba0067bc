/** The attributes of an article that people edit. */
export interface ArticleValues {
  title: string;
  slug: string;
  content: string;
  /** Id of the picture above the text. */
  image: number | null;
  youtube: string;
  publish_date: string | null;
  trending: boolean;
  categories: readonly number[];
  tags: readonly number[];
}

export const ARTICLE_ATTRIBUTES = [
  'title',
  'slug',
  'content',
  'image',
  'youtube',
  'publish_date',
  'trending',
  'categories',
  'tags',
] as const satisfies readonly (keyof ArticleValues)[];

export const NAMES: Readonly<Record<keyof ArticleValues, string>> = {
  title: 'title',
  slug: 'address',
  content: 'text',
  image: 'picture',
  youtube: 'video',
  publish_date: 'date',
  trending: 'trending',
  categories: 'categories',
  tags: 'tags',
};

export const EMPTY_ARTICLE: ArticleValues = {
  title: '',
  slug: '',
  content: '',
  image: null,
  youtube: '',
  publish_date: null,
  trending: false,
  categories: [],
  tags: [],
};

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
  updatedAt: string | null;
  picture: Picture | null;
  categories: readonly Subject[];
  tags: readonly Subject[];
  /** For `If-Match` of the next save; null where the server sends none. */
  etag: string | null;
}

interface WireEntity {
  id: number;
  attributes: Readonly<Record<string, unknown>>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

function relatedOf(value: unknown): WireEntity[] {
  const { data = null } = (value ?? {}) as { data?: WireEntity | WireEntity[] | null };
  return data === null ? [] : [data].flat();
}

export const toSubject = ({ id, attributes }: WireEntity): Subject => ({
  id,
  name: textOf(attributes['name']) || `No. ${id}`,
  slug: textOf(attributes['slug']),
});

export const toPicture = ({ id, attributes }: WireEntity): Picture => ({
  id,
  url: textOf(attributes['url']),
  alt: textOrNull(attributes['alternativeText']),
  caption: textOrNull(attributes['caption']),
});

export function toArticle(body: unknown, etag: string | null): StoredArticle {
  const { id, attributes } = (body as { data: WireEntity }).data;
  const [image] = relatedOf(attributes['image']);
  const categories = relatedOf(attributes['categories']).map(toSubject);
  const tags = relatedOf(attributes['tags']).map(toSubject);
  return {
    id,
    etag,
    publishedAt: textOrNull(attributes['publishedAt']),
    updatedAt: textOrNull(attributes['updatedAt']),
    picture: image === undefined ? null : toPicture(image),
    categories,
    tags,
    values: {
      title: textOf(attributes['title']),
      slug: textOf(attributes['slug']),
      content: textOf(attributes['content']),
      image: image?.id ?? null,
      youtube: textOf(attributes['youtube']),
      publish_date: textOrNull(attributes['publish_date']),
      trending: attributes['trending'] === true,
      categories: categories.map((one) => one.id),
      tags: tags.map((one) => one.id),
    },
  };
}

/** Two values of an attribute are the same when they are stored as the same; the order of categories and tags says nothing. */
export function isSameValue(one: unknown, other: unknown): boolean {
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
    names.map((name) => [
      name,
      (name === 'youtube' || name === 'content') && values[name] === '' ? null : values[name],
    ]),
  );
}
