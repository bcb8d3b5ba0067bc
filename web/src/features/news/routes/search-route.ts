/// <reference types="vite/client" />
import type { Head } from '#shared/head/head.ts';
import { missingHead, pageTitled, withSite } from '#shared/head/status-heads.ts';
import { authorFrom, pageFrom, paths, searchFrom } from '#shared/routing/paths.ts';
import {
  FAILED,
  FOUND,
  NOT_FOUND,
  type HeadInput,
  type LoadInput,
  type Outcome,
  type Reader,
  type RouteData,
} from '#shared/routing/route.ts';
import { absoluteUrl, type SiteConfig } from '#shared/site/site.ts';
import { loadSearchTotals } from '#shared/search/search-totals.ts';
import { outcomeOfList } from '../load-list.ts';
import { authorPostsRead, listRead, type AuthorPage } from '../news-reads.ts';
import { searchRead } from '../search-read.ts';

async function load({ query, read }: LoadInput): Promise<Outcome> {
  const page = pageFrom(query);
  const author = authorFrom(query);
  if (author !== null) return loadAuthor(author, page, read);
  const search = searchFrom(query);
  if (search === '') return outcomeOfList({ page }, await read(listRead, { page }));
  const [found] = await Promise.all([
    read(searchRead, { text: search, page }),
    loadSearchTotals('news', search, read),
  ]);
  return outcomeOfList({ page }, found);
}

/** 404 for an author without articles and for a page number beyond the last page; 301 to the author's own address. */
async function loadAuthor(id: string, page: number, read: Reader): Promise<Outcome> {
  const posts = await read(authorPostsRead, { id, page });
  if (!posts.ok) return FAILED;
  if (posts.value === null || posts.value.cards.length === 0) return NOT_FOUND;
  const { slug = id } = posts.value.about ?? {};
  return slug === id ? FOUND : { status: 301, location: paths.author(slug, page) };
}

function head(input: HeadInput): Head | null {
  const { query, site } = input;
  const author = authorFrom(query);
  if (author !== null) return authorHead(author, input);
  const text = searchFrom(query);
  const page = pageFrom(query);
  return {
    title: withSite(pageTitled(text === '' ? 'Search News' : `News about “${text}”`, page), site),
    description: `Search the news, judgments and analysis of ${site.name}.`,
    canonical: text === '' && page > 1 ? `/search?page=${page}` : '/search',
    noindex: text !== '',
  };
}

/** Crawlers alone read it. */
function personPage({ name, about }: AuthorPage, id: string, site: SiteConfig): object {
  const { line = '', links = [], picture = null } = about ?? {};
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Person',
      name,
      url: absoluteUrl(site, paths.author(id)),
      ...(line === '' ? {} : { description: line }),
      ...(picture === null ? {} : { image: absoluteUrl(site, picture.url) }),
      ...(links.length === 0 ? {} : { sameAs: links }),
    },
  };
}

function authorHead(id: string, { query, site, selectData }: HeadInput): Head | null {
  const page = pageFrom(query);
  const author = selectData(authorPostsRead, { id, page });
  if (!author) return author === null ? missingHead(site) : null;
  return {
    title: withSite(pageTitled(`Articles by ${author.name}`, page), site),
    description: author.about?.line || `News, judgments and analysis by ${author.name}, from ${site.name}.`,
    canonical: paths.author(id, page),
    ...(import.meta.env.SSR ? { jsonLd: [personPage(author, id, site)] } : {}),
  };
}

export const searchRoute: RouteData = { load, head };
