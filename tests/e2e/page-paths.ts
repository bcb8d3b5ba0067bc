import type { ListBody, Name } from '@vidhi/collections/all.ts';
import { baseUrl } from './browser.ts';

async function list<N extends Name>(query: string): Promise<ListBody<N>> {
  const response = await fetch(`${baseUrl()}/api/${query}`);
  if (!response.ok) throw new Error(`/api/${query} responded ${response.status}`);
  return (await response.json()) as ListBody<N>;
}

const PAGE_SIZE = 24;

/**
 * Paths of pages of the running site, found through its API, so that tests do not depend on the demo's
 * content.
 */
export interface Addresses {
  article: string;
  articleTitle: string;
  /** A list with at least two pages: of a category if one is long enough, else of a search. */
  longList: string;
  categories: string[];
  tag: string;
}

export async function findAddresses(): Promise<Addresses> {
  const posts = await list<'post'>(
    // With tags, by which news are related; the newest may be one that another test has written.
    'posts?pagination[pageSize]=10&sort=publish_date:desc&filters[tags][id][$notNull]=true&fields[0]=title&fields[1]=slug&populate[categories][fields][0]=slug',
  );
  const article = posts.data.find(({ attributes }) => (attributes.categories?.data.length ?? 0) > 0);
  if (article === undefined) throw new Error('No recent post has a category');
  const menu = await list<'category'>(
    'categories?filters[show_nav][$eq]=true&filters[posts][id][$notNull]=true&sort=show_order:asc',
  );
  const categories = menu.data.flatMap(({ attributes }) => attributes.slug ?? []);
  const long = await findLong(categories);
  const tags = await list<'tag'>('tags?filters[posts][id][$notNull]=true&pagination[pageSize]=1');
  return {
    article: `/${article.attributes.categories?.data[0]?.attributes.slug}/${article.attributes.slug}`,
    articleTitle: article.attributes.title ?? '',
    longList: long === undefined ? '/search?q=a' : `/news/${long}`,
    categories,
    tag: `/tags/${tags.data[0]?.attributes.slug}`,
  };
}

async function findLong(categories: readonly string[]): Promise<string | undefined> {
  const totals = await Promise.all(
    categories.map(async (slug) => {
      const own = `filters[$or][0][categories][slug][$eq]=${slug}`;
      const children = `filters[$or][1][categories][parent_category][slug][$eq]=${slug}`;
      const found = await list(`posts?pagination[pageSize]=1&fields[0]=slug&${own}&${children}`);
      return { slug, total: found.meta.pagination.total };
    }),
  );
  return totals.find(({ total }) => total > PAGE_SIZE)?.slug;
}
