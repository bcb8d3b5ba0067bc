import { itemSlug } from '@vidhi/contracts/item-slug.ts';
import type { Client } from '@vidhi/harness/http-exchange.ts';
import type { BasePost, NamedItem, SiteContent } from './site-truth.ts';

interface Item {
  id: number;
  attributes: Record<string, unknown>;
}

const PAGE_SIZE = 100;

/** Reads all items of a list. Throws when the site does not respond. */
async function everyItem(client: Client, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body, error } = await client(
      `${path}&pagination[page]=${page}&pagination[pageSize]=${PAGE_SIZE}`,
    );
    if (status !== 200) throw new Error(`${path}: ${error ?? `${status} ${body}`}`);
    const list = JSON.parse(body) as { data: Item[]; meta: { pagination: { total: number } } };
    items.push(...list.data);
    if (list.data.length === 0 || items.length >= list.meta.pagination.total) return items;
  }
}

const slugsIn = (relation: unknown): string[] =>
  ((relation as { data?: Item[] } | undefined)?.data ?? []).map(({ attributes }) =>
    String(attributes['slug']),
  );

const isRelated = (relation: unknown): boolean =>
  (relation as { data?: Item | null } | undefined)?.data != null;

const named =
  (name: string, slugOf: (name: string, item: Item) => string) =>
  (item: Item): NamedItem => {
    const text = String(item.attributes[name]);
    return { id: item.id, name: text, slug: slugOf(text, item) };
  };

/** Reads the content of the demo site while there is no load. Omits nested categories. */
export async function readContent(client: Client): Promise<SiteContent> {
  const ownSlug = (_name: string, { attributes }: Item): string => String(attributes['slug']);
  const posts = await everyItem(
    client,
    '/api/posts?fields[0]=title&fields[1]=slug&fields[2]=publish_date&fields[3]=views_count&populate[categories][fields][0]=slug&populate[tags][fields][0]=slug&sort=publish_date:desc',
  );
  const categories = await everyItem(client, '/api/categories?populate=parent_category&sort=id');
  const parents = new Set(
    categories.flatMap(({ attributes }) => {
      const { data } = attributes['parent_category'] as { data: Item | null };
      return data?.id ?? [];
    }),
  );
  const used = new Set(posts.flatMap(({ attributes }) => slugsIn(attributes['categories'])));
  const isPlain = ({ id, attributes }: Item): boolean =>
    !parents.has(id) &&
    !isRelated(attributes['parent_category']) &&
    used.has(ownSlug('', { id, attributes }));
  return {
    posts: posts.map(({ id, attributes }): BasePost => ({
      id,
      title: String(attributes['title']),
      slug: String(attributes['slug']),
      publishDate: Date.parse(String(attributes['publish_date'])),
      categories: slugsIn(attributes['categories']),
      tags: slugsIn(attributes['tags']),
      viewsCount: Number(attributes['views_count'] ?? 0),
    })),
    categories: categories.map(named('name', ownSlug)),
    tags: (await everyItem(client, '/api/tags?sort=id')).map(named('name', ownSlug)),
    listed: categories.filter(isPlain).map(named('name', ownSlug)),
    books: (await everyItem(client, '/api/books?sort=id')).map(named('Title', itemSlug)),
    lawyers: (await everyItem(client, '/api/lawyers?sort=id')).map(named('Title', itemSlug)),
  };
}
