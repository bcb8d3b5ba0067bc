import { authorFrom, pageFrom, paths, searchFrom } from '#shared/routing/paths.ts';
import type { Head } from '#shared/head/head.ts';
import type { Read } from '#shared/api/read.ts';
import { breadcrumbsJson } from '#shared/head/json-ld.ts';
import { absoluteUrl, FOUNDING_YEAR, TAGLINE, type SiteConfig } from '#shared/site/site.ts';
import { youtubeThumbnail } from '#shared/picture/picture.ts';
import { catalogueHead } from '../features/catalog/catalogue-head.ts';
import { itemsRead } from '../features/catalog/catalog-reads.ts';
import { listArgFrom } from '../features/catalog/filters.ts';
import { isStore } from '#shared/catalogue/stores.ts';
import { showAuthRead } from '../features/account/account-reads.ts';
import { itemHead } from '../features/catalog/item/item-head.ts';
import { itemRead } from '../features/catalog/item/item-reads.ts';
import { itemArgFrom } from '../features/catalog/item/load-item.ts';
import { crumbsOf } from '../features/news/crumbs.ts';
import type { Article } from '../features/news/article.ts';
import { wholeText } from '#shared/text/whole-text.ts';
import { pageTitle } from '../features/news/hosted-page.ts';
import {
  articleRead,
  authorPostsRead,
  categoryRead,
  hostedPageRead,
  homeRead,
  tagRead,
} from '../features/news/news-reads.ts';
import { directoryHead, orderHead, practiceHead } from '../features/directory/directory-head.ts';
import { practiceRead } from '../features/directory/directory-reads.ts';
import { comingText } from '../features/site/coming-soon-texts.ts';
import { comingPage } from '../features/site/coming-soon.ts';
import { socialRead } from '#shared/site/site-reads.ts';
import { articlePath } from '../features/news/post.ts';
import type { Crumb } from '#shared/ui/breadcrumb.tsx';
import type { PageMatch } from './routes.tsx';

/** What is known of a read; undefined while it is not there. */
export type LookUp = <Arg, View, Wire>(read: Read<Arg, View, Wire>, arg: Arg) => View | undefined;

interface HeadInput {
  match: PageMatch;
  query: URLSearchParams;
  site: SiteConfig;
  lookUp: LookUp;
}

/**
 * The head of a page, from its address and what was read for it. Null while a page's data is on its way.
 * Pure: the server, the fallback shell and the browser's navigation all ask this.
 */
export function headFor(input: HeadInput): Head | null {
  const { match, query, site, lookUp } = input;
  const { catslug = '', newsslug = '', tagslug = '' } = match.params;
  const page = pageFrom(query);
  switch (match.name) {
    case 'home':
      return homeHead(input);
    case 'search':
      return authorFrom(query) === null ? searchHead(query, site) : authorHead(input, page);
    case 'category': {
      const category = lookUp(categoryRead, catslug);
      if (!category) return category === null ? missingHead(site) : null;
      const crumbs = [...(category.parent ? [toCrumb(category.parent)] : []), toCrumb(category)];
      return {
        title: withSite(pageTitled(category.heading, page), site),
        description:
          category.description || `${category.name}: news, judgments and analysis from ${site.name}.`,
        keywords: category.keywords,
        canonical: paths.category(category.slug, page),
        feed: { title: `${category.name} – ${site.name}`, path: `/news/${category.slug}/feed.xml` },
        jsonLd: [breadcrumbsJson([{ name: 'Home', path: '/' }, ...crumbs], site)],
      };
    }
    case 'tag': {
      const tag = lookUp(tagRead, tagslug);
      if (!tag) return tag === null ? missingHead(site) : null;
      return {
        title: withSite(pageTitled(tag.name, page), site),
        description: `News, judgments and analysis tagged ${tag.name}, from ${site.name}.`,
        canonical: paths.tag(tag.slug, page),
        feed: { title: `${tag.name} – ${site.name}`, path: `/tags/${tag.slug}/feed.xml` },
        jsonLd: [
          breadcrumbsJson(
            [
              { name: 'Home', path: '/' },
              { name: tag.name, path: paths.tag(tag.slug) },
            ],
            site,
          ),
        ],
      };
    }
    case 'article':
    case 'slug':
      return slugHead(input, newsslug, match.name === 'article' ? catslug : null);
    case 'about':
      return {
        title: withSite('About', site),
        description: `${site.name} is published by a private limited company founded in ${FOUNDING_YEAR}: who we are, how to complain, and our code of ethics.`,
        canonical: match.pattern,
        jsonLd: [organizationOf(input)],
      };
    case 'contact':
      return {
        title: withSite('Contact Us', site),
        description: `How to reach the desk of ${site.name}: corrections, news, advertising and grievances.`,
        canonical: match.pattern,
      };
    case 'catalogue': {
      const { store = 'lawyers' } = match.params;
      if (!isStore(store)) return missingHead(site);
      const list = listArgFrom(store, query);
      return catalogueHead(list, lookUp(itemsRead, list), site);
    }
    case 'soon': {
      const page = comingPage(match.pattern);
      return page === undefined
        ? missingHead(site)
        : {
            title: withSite(page.name, site),
            description: `${page.name} of ${site.name}: ${comingText(page.path).about}`,
            canonical: page.path,
            noindex: true,
          };
    }
    case 'saved':
      return {
        title: withSite('Saved for later', site),
        description: `Reports of ${site.name} that you have saved on this device.`,
        canonical: match.pattern,
        noindex: true,
      };
    case 'directory':
      return directoryHead(site);
    case 'practice': {
      const places = lookUp(practiceRead, match.params['practice'] ?? '');
      if (!places) return places === null ? missingHead(site) : null;
      return practiceHead(places, site);
    }
    case 'order':
      return orderHead(site);
    case 'item': {
      const wanted = itemArgFrom(match.params);
      const item = wanted === null ? null : lookUp(itemRead, wanted);
      if (!item) return item === null ? missingHead(site) : null;
      return itemHead(item, site);
    }
    case 'login': {
      const showAuth = lookUp(showAuthRead, undefined);
      if (!showAuth) return showAuth === false ? missingHead(site) : null;
      return {
        title: withSite('Log in', site),
        description: `Log in to ${site.name}.`,
        canonical: match.pattern,
        noindex: true,
      };
    }
    case 'missing':
      return missingHead(site);
  }
}

const organizationOf = ({ site, lookUp }: HeadInput) => ({
  '@type': 'Organization',
  '@id': `${site.publicUrl}/#organization`,
  name: site.name,
  url: `${site.publicUrl}/`,
  logo: `${site.publicUrl}/icon.svg`,
  foundingDate: String(FOUNDING_YEAR),
  sameAs: (lookUp(socialRead, undefined) ?? []).map(({ url }) => url),
});

function homeHead(input: HeadInput): Head {
  const { site, lookUp } = input;
  const organization = organizationOf(input);
  const website = {
    '@type': 'WebSite',
    name: site.name,
    url: `${site.publicUrl}/`,
    inLanguage: 'en-IN',
    publisher: { '@id': organization['@id'] },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.publicUrl}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
  return {
    title: `${site.name} | ${TAGLINE}`,
    description: site.description,
    canonical: '/',
    picture: lookUp(homeRead, undefined)?.latest[0]?.picture ?? null,
    feed: { title: site.name, path: '/feed.xml' },
    jsonLd: [organization, website],
  };
}

function searchHead(query: URLSearchParams, site: SiteConfig): Head {
  const text = searchFrom(query);
  const page = pageFrom(query);
  return {
    title: withSite(pageTitled(text === '' ? 'Search News' : `News about “${text}”`, page), site),
    description: `Search the news, judgments and analysis of ${site.name}.`,
    canonical: text === '' && page > 1 ? `/search?page=${page}` : '/search',
    noindex: text !== '',
  };
}

function slugHead({ site, lookUp }: HeadInput, slug: string, catslug: string | null): Head | null {
  const article = lookUp(articleRead, slug);
  const isUnknownCategory = catslug !== null && lookUp(categoryRead, catslug) === null;
  if (article && !isUnknownCategory) return articleHead(article, site);
  if (isUnknownCategory || (article === null && catslug !== null)) return missingHead(site);
  const page = catslug === null ? lookUp(hostedPageRead, slug) : undefined;
  if (page)
    return {
      title: withSite(pageTitle(page.name), site),
      description: page.description || `${pageTitle(page.name)} of ${site.name}.`,
      canonical: paths.article(page.name, null),
    };
  return page === null || lookUp(hostedPageRead, slug) === null ? missingHead(site) : null;
}

function authorHead({ query, site, lookUp }: HeadInput, page: number): Head | null {
  const id = authorFrom(query) ?? 0;
  const author = lookUp(authorPostsRead, { id, page });
  if (!author) return author === null ? missingHead(site) : null;
  return {
    title: withSite(pageTitled(`Articles by ${author.name}`, page), site),
    description: `News, judgments and analysis by ${author.name}, from ${site.name}.`,
    canonical: paths.author(id, page),
  };
}

const HEADLINE_LENGTH = 110;

function articleHead(article: Article, site: SiteConfig): Head {
  const canonical = articlePath({ slug: article.slug, category: article.categories[0] ?? null });
  const picture = article.picture ?? (article.video === null ? null : youtubeThumbnail(article.video));
  const description = article.summary || article.title;
  const publisher = {
    '@type': 'Organization',
    name: site.name,
    url: `${site.publicUrl}/`,
    logo: { '@type': 'ImageObject', url: `${site.publicUrl}/icon.svg` },
  };
  const newsArticle = {
    '@type': 'NewsArticle',
    headline: wholeText(article.title.slice(0, HEADLINE_LENGTH)),
    description,
    mainEntityOfPage: absoluteUrl(site, canonical),
    datePublished: article.publishedAt,
    dateModified: article.updatedAt > article.publishedAt ? article.updatedAt : article.publishedAt,
    inLanguage: article.language ?? 'en-IN',
    isAccessibleForFree: true,
    author:
      article.author === null
        ? { '@type': 'Organization', name: site.name, url: `${site.publicUrl}/` }
        : {
            '@type': 'Person',
            name: article.author.name,
            url: absoluteUrl(site, paths.author(article.author.id)),
          },
    publisher,
    ...(picture === null ? {} : { image: [absoluteUrl(site, picture.url)] }),
    ...(article.categories[0] === undefined ? {} : { articleSection: article.categories[0].name }),
    ...(article.tags.length === 0 ? {} : { keywords: article.tags.map(({ name }) => name) }),
  };
  const crumbs = [...crumbsOf(article), { name: article.title, path: canonical }];
  return {
    title: withSite(article.title, site),
    description,
    keywords: article.keywords,
    canonical,
    type: 'article',
    picture,
    publishedAt: article.publishedAt,
    modifiedAt: newsArticle.dateModified,
    feed: { title: site.name, path: '/feed.xml' },
    jsonLd: [newsArticle, breadcrumbsJson(crumbs, site)],
  };
}

export const missingHead = (site: SiteConfig): Head => ({
  title: withSite('Page not found', site),
  description: `There is no page at this address of ${site.name}.`,
  canonical: null,
  noindex: true,
});

export const failedHead = (site: SiteConfig): Head => ({
  title: withSite('Not available just now', site),
  description: `This page of ${site.name} cannot be shown just now. Please try again in a moment.`,
  canonical: null,
  noindex: true,
});

const withSite = (title: string, site: SiteConfig): string => `${title} | ${site.name}`;
const pageTitled = (title: string, page: number): string => (page > 1 ? `${title}, page ${page}` : title);
const toCrumb = ({ name, slug }: { name: string; slug: string }): Crumb => ({
  name,
  path: paths.category(slug),
});
