import type { ListBody, Name, Wire } from '@vidhi/collections/all.ts';
import { at, isNew, page, pieceOf, type Scenario } from '../scenario.ts';

/** Data for URLs of a target, read from the target itself. */
export interface SiteFacts {
  posts: number;
  slugs: readonly string[];
  titles: readonly string[];
  categories: readonly string[];
  tags: readonly string[];
}

const LIST =
  'populate[0]=image&populate[1]=categories&populate[2]=categories.parent_category&sort=publish_date:desc';
const HOME = 'populate[0]=image&populate[1]=categories&sort=publish_date:desc';
const DETAIL = 'populate[0]=image&populate[1]=user&populate[2]=tags&populate[3]=categories';
const SEARCHED = [
  '[title]',
  '[slug]',
  '[categories][slug]',
  '[categories][name]',
  '[categories][parent_category][slug]',
  '[categories][parent_category][name]',
];

const pagesOf = ({ posts }: SiteFacts, size: number): number => Math.max(1, Math.ceil(posts / size));

const searchFor = (text: string): string =>
  `/api/posts?${SEARCHED.map((path, index) => `filters[$or][${index}]${path}[$containsi]=${text}`).join('&')}&${LIST}&${page(1, 24)}`;

/** Requests of the news pages, as sent by existing clients. */
export const SCENARIOS: readonly Scenario<SiteFacts>[] = [
  {
    name: 'list',
    title: 'list of 24',
    hot: () => `/api/posts?${LIST}&${page(1, 24)}`,
    cold: (facts, n) => `/api/posts?${LIST}&${page(1 + (n % pagesOf(facts, 24)), 24)}${isNew(n)}`,
  },
  {
    name: 'home',
    title: 'home of 150',
    hot: () => `/api/posts?${HOME}&${page(1, 150)}`,
    cold: (facts, n) => `/api/posts?${HOME}&${page(1 + (n % pagesOf(facts, 150)), 150)}${isNew(n)}`,
  },
  {
    name: 'detail',
    title: 'detail by slug',
    hot: ({ slugs }) => `/api/posts?filters[slug][$eq]=${at(slugs, 3)}&${DETAIL}`,
    cold: ({ slugs }, n) => `/api/posts?filters[slug][$eq]=${at(slugs, n)}&${DETAIL}${isNew(n)}`,
  },
  {
    name: 'category',
    title: 'category, 24',
    hot: ({ categories }) => category(at(categories, 0), 1, 0),
    cold: ({ categories }, n) => category(at(categories, n), 1 + (Math.floor(n / categories.length) % 4), n),
  },
  {
    name: 'tag',
    title: 'tag, 24',
    hot: ({ tags }) => tag(at(tags, 0), 0),
    cold: ({ tags }, n) => tag(at(tags, n), n),
  },
  {
    name: 'search',
    title: 'six-way search',
    hot: (facts) => searchFor(pieceOf(facts.titles, 1)),
    cold: (facts, n) => `${searchFor(pieceOf(facts.titles, n))}${isNew(n)}`,
    isSearch: true,
  },
];

function category(slug: string, number: number, n: number): string {
  const either = `filters[$or][0][categories][slug][$eq]=${slug}&filters[$or][1][categories][parent_category][slug][$eq]=${slug}`;
  return `/api/posts?${either}&${LIST}&${page(number, 24)}${isNew(n)}`;
}

const tag = (slug: string, n: number): string =>
  `/api/posts?filters[tags][slug][$eq]=${slug}&${LIST}&${page(1, 24)}${isNew(n)}`;

interface Slugged {
  data: readonly (Wire<'post'> | Wire<'category'> | Wire<'tag'>)[];
}

async function list<N extends Name>(origin: string, path: string): Promise<ListBody<N>> {
  const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${origin}${path} responded ${response.status}`);
  return (await response.json()) as ListBody<N>;
}

const SAMPLE_PAGES = 14;

/** Reads slugs and titles from a target, so that the bench runs against any site. */
export async function readFacts(origin: string): Promise<SiteFacts> {
  const slugsOf = ({ data }: Slugged): string[] => data.flatMap(({ attributes: { slug } }) => slug ?? []);
  const postsOf = (number: number) =>
    list<'post'>(origin, `/api/posts?fields[0]=slug&fields[1]=title&${page(number, 150)}`);
  const first = await postsOf(1);
  const { total } = first.meta.pagination;
  const posts = [first];
  const pages = Math.ceil(total / 150);
  const step = Math.max(1, Math.floor(pages / SAMPLE_PAGES));
  for (let number = 1 + step; number <= pages; number += step) posts.push(await postsOf(number));
  const categories = await list<'category'>(origin, `/api/categories?fields[0]=slug&${page(1, 150)}`);
  const tags = await list<'tag'>(origin, `/api/tags?fields[0]=slug&${page(1, 150)}`);
  return {
    posts: total,
    slugs: posts.flatMap(slugsOf),
    titles: posts.flatMap(({ data }) => data.flatMap(({ attributes: { title } }) => title ?? [])),
    categories: slugsOf(categories),
    tags: slugsOf(tags),
  };
}
