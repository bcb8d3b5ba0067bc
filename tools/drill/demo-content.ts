import type { ListBody, Name, Wire } from '@vidhi/collections/all.ts';
import { itemSlug } from '@vidhi/contracts/item-slug.ts';
import type { Client } from '@vidhi/harness/http-exchange.ts';
import type { BasePost, NamedItem, SiteContent } from './site-truth.ts';

const PAGE_SIZE = 100;

/** Reads all items of a list. Throws when the site does not respond. */
async function everyItem<N extends Name>(client: Client, path: string): Promise<Wire<N>[]> {
  const items: Wire<N>[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body, error } = await client(
      `${path}&pagination[page]=${page}&pagination[pageSize]=${PAGE_SIZE}`,
    );
    if (status !== 200) throw new Error(`${path}: ${error ?? `${status} ${body}`}`);
    const list = JSON.parse(body) as ListBody<N>;
    items.push(...list.data);
    if (list.data.length === 0 || items.length >= list.meta.pagination.total) return items;
  }
}

type Subject = Wire<'category'> | Wire<'tag'>;

const slugsIn = (linked: { data: readonly Subject[] } | undefined): string[] =>
  (linked?.data ?? []).map(({ attributes }) => attributes.slug ?? '');

const named = ({ id, attributes: { name, slug } }: Subject): NamedItem => ({
  id,
  name: name ?? '',
  slug: slug ?? '',
});

const titled = ({ id, attributes: { Title } }: Wire<'book'> | Wire<'lawyer'>): NamedItem => ({
  id,
  name: Title ?? '',
  slug: itemSlug(Title ?? ''),
});

/** Reads the content of the demo site while there is no load. Omits nested categories. */
export async function readContent(client: Client): Promise<SiteContent> {
  const posts = await everyItem<'post'>(
    client,
    '/api/posts?fields[0]=title&fields[1]=slug&fields[2]=publish_date&fields[3]=views_count&populate[categories][fields][0]=slug&populate[tags][fields][0]=slug&sort=publish_date:desc',
  );
  const categories = await everyItem<'category'>(client, '/api/categories?populate=parent_category&sort=id');
  const parents = new Set(categories.map(({ attributes }) => attributes.parent_category?.data?.id));
  const used = new Set(posts.flatMap(({ attributes }) => slugsIn(attributes.categories)));
  const isPlain = ({ id, attributes: { slug, parent_category: parent } }: Wire<'category'>): boolean =>
    !parents.has(id) && !parent?.data && used.has(slug ?? '');
  return {
    posts: posts.map(({ id, attributes }): BasePost => ({
      id,
      title: attributes.title ?? '',
      slug: attributes.slug ?? '',
      publishDate: Date.parse(attributes.publish_date ?? ''),
      categories: slugsIn(attributes.categories),
      tags: slugsIn(attributes.tags),
      viewsCount: attributes.views_count ?? 0,
    })),
    categories: categories.map(named),
    tags: (await everyItem<'tag'>(client, '/api/tags?sort=id')).map(named),
    listed: categories.filter(isPlain).map(named),
    books: (await everyItem<'book'>(client, '/api/books?sort=id')).map(titled),
    lawyers: (await everyItem<'lawyer'>(client, '/api/lawyers?sort=id')).map(titled),
  };
}
