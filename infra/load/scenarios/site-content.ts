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

interface Entity {
  id: number;
  attributes: Record<string, unknown>;
}

const PAGE_SIZE = 100;

function entitiesOf(baseUrl: string, query: string): Entity[] {
  const response = http.get(`${baseUrl}/api/${query}&pagination[pageSize]=${PAGE_SIZE}`, {
    tags: { name: 'setup' },
  });
  if (response.status !== 200)
    throw new Error(`${query} responds ${response.status}: ${String(response.body)}`);
  return (response.json() as unknown as { data: Entity[] }).data;
}

const textOf = (entity: Entity, attribute: string): string => {
  const value = entity.attributes[attribute];
  return typeof value === 'string' ? value : '';
};
const slugsOf = (entities: readonly Entity[]): string[] =>
  entities.map((entity) => textOf(entity, 'slug')).filter((slug) => slug !== '');
const titlesOf = (entities: readonly Entity[]): { id: number; title: string }[] =>
  entities.map((entity) => ({ id: entity.id, title: textOf(entity, 'Title') }));

/** Throws when the site has nothing to read: an empty site passes every threshold. */
export function readContent(baseUrl: string): SiteContent {
  const posts = entitiesOf(
    baseUrl,
    'posts?fields[0]=slug&fields[1]=title&populate[categories][fields][0]=slug&sort=publishedAt:desc',
  );
  const articles = posts.flatMap((post) => {
    const categories = post.attributes['categories'] as { data: Entity[] } | undefined;
    const category = slugsOf(categories?.data ?? [])[0];
    return category === undefined ? [] : [{ slug: textOf(post, 'slug'), category }];
  });
  const words = [
    ...new Set(
      posts.flatMap((post) =>
        textOf(post, 'title')
          .toLowerCase()
          .split(/[^a-z]+/),
      ),
    ),
  ];
  const content: SiteContent = {
    articles,
    categories: slugsOf(entitiesOf(baseUrl, 'categories?fields[0]=slug')),
    tags: slugsOf(entitiesOf(baseUrl, 'tags?fields[0]=slug')),
    books: titlesOf(entitiesOf(baseUrl, 'books?fields[0]=Title&filters[Price][$gt]=0')),
    lawyers: titlesOf(entitiesOf(baseUrl, 'lawyers?fields[0]=Title')),
    words: words.filter((word) => word.length > 3),
  };
  const missing = Object.entries(content).filter(([, list]) => list.length === 0);
  if (missing.length > 0) throw new Error(`The site has no ${missing.map(([name]) => name).join(', ')}.`);
  return content;
}
