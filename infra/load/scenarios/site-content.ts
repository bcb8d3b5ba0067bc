import type { ListBody, Name, Wire } from '@vidhi/collections/all.ts';
import http from 'k6/http';

/** Articles and items of the site under test. */
export interface SiteContent {
  articles: { slug: string; category: string }[];
  categories: string[];
  tags: string[];
  books: { id: number; title: string }[];
  lawyers: { id: number; title: string }[];
  words: string[];
}

const PAGE_SIZE = 100;

function entitiesOf<N extends Name>(baseUrl: string, query: string): Wire<N>[] {
  const response = http.get(`${baseUrl}/api/${query}&pagination[pageSize]=${PAGE_SIZE}`, {
    tags: { name: 'setup' },
  });
  if (response.status !== 200)
    throw new Error(`${query} responds ${response.status}: ${String(response.body)}`);
  return (response.json() as unknown as ListBody<N>).data;
}

const slugsOf = (entities: readonly (Wire<'category'> | Wire<'tag'>)[]): string[] =>
  entities.flatMap(({ attributes: { slug } }) => slug || []);
const titlesOf = (entities: readonly (Wire<'book'> | Wire<'lawyer'>)[]): { id: number; title: string }[] =>
  entities.map(({ id, attributes: { Title } }) => ({ id, title: Title ?? '' }));

/** Throws when the site has nothing to read: an empty site passes every threshold. */
export function readContent(baseUrl: string): SiteContent {
  const posts = entitiesOf<'post'>(
    baseUrl,
    'posts?fields[0]=slug&fields[1]=title&populate[categories][fields][0]=slug&sort=publishedAt:desc',
  );
  const articles = posts.flatMap(({ attributes: { slug, categories } }) => {
    const [category] = slugsOf(categories?.data ?? []);
    return category === undefined ? [] : [{ slug: slug ?? '', category }];
  });
  const words = [
    ...new Set(posts.flatMap(({ attributes: { title } }) => (title ?? '').toLowerCase().split(/[^a-z]+/))),
  ];
  const content: SiteContent = {
    articles,
    categories: slugsOf(entitiesOf<'category'>(baseUrl, 'categories?fields[0]=slug')),
    tags: slugsOf(entitiesOf<'tag'>(baseUrl, 'tags?fields[0]=slug')),
    books: titlesOf(entitiesOf<'book'>(baseUrl, 'books?fields[0]=Title&filters[Price][$gt]=0')),
    lawyers: titlesOf(entitiesOf<'lawyer'>(baseUrl, 'lawyers?fields[0]=Title')),
    words: words.filter((word) => word.length > 3),
  };
  const missing = Object.entries(content).filter(([, list]) => list.length === 0);
  if (missing.length > 0) throw new Error(`The site has no ${missing.map(([name]) => name).join(', ')}.`);
  return content;
}
