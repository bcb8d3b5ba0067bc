/// <reference types="vite/client" />
import type { Correction } from '@vidhi/contracts/corrections.ts';
import { type Judgment, sizeText } from '@vidhi/contracts/judgments.ts';
import type { Head } from '#shared/head/head.ts';
import { breadcrumbsJson } from '#shared/head/json-ld.ts';
import { withSite } from '#shared/head/status-heads.ts';
import { paths } from '#shared/routing/paths.ts';
import { youtubeThumbnail } from '#shared/picture/picture.ts';
import { shareCard } from '#shared/picture/share-card.ts';
import { shareCrop } from '#shared/picture/share-picture.ts';
import { absoluteUrl, type SiteConfig } from '#shared/site/site.ts';
import { wholeText } from '#shared/text/whole-text.ts';
import type { Article } from './article.ts';
import { crumbsOf } from './crumbs.ts';
import { articlePath } from './post.ts';

const HEADLINE_LENGTH = 110;

/** Only crawlers read the address of the card, so the build leaves it out of browsers. */
const cardOf = ({ title, categories }: Article, page: string, site: SiteConfig) =>
  shareCard(page, { title, section: categories[0]?.name ?? '', site: site.name });

const correctionJson = ({ text, corrected_at: datePublished }: Correction) => ({
  '@type': 'CorrectionComment',
  text,
  datePublished,
});

/** The document in the terms of schema.org, which has none for judgments. */
const judgmentJson = ({ url, court, decidedOn, size }: Judgment, { title }: Article, site: SiteConfig) => ({
  '@type': 'DigitalDocument',
  name: title,
  ...(court === null ? {} : { creator: { '@type': 'Organization', name: court } }),
  ...(decidedOn === null ? {} : { dateCreated: decidedOn }),
  encoding: {
    '@type': 'MediaObject',
    contentUrl: absoluteUrl(site, url),
    encodingFormat: 'application/pdf',
    ...(size === null ? {} : { contentSize: sizeText(size) }),
  },
});

/** Only crawlers read these, so the build leaves them out of browsers. */
const notesJson = (article: Article, site: SiteConfig) => ({
  ...(article.judgment === undefined ? {} : { citation: judgmentJson(article.judgment, article, site) }),
  ...(article.corrections?.length ? { correction: article.corrections.map(correctionJson) } : {}),
});

export function articleHead(article: Article, site: SiteConfig): Head {
  const canonical = articlePath({ slug: article.slug, category: article.categories[0] ?? null });
  const picture =
    (import.meta.env.SSR ? shareCrop(article.picture) : null) ??
    article.sharePicture ??
    article.picture ??
    (article.video === null ? null : youtubeThumbnail(article.video));
  const description = article.forSearch?.description || article.summary || article.title;
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
    title: withSite(article.forSearch?.title || article.title, site),
    description,
    keywords: article.keywords,
    canonical,
    type: 'article',
    picture: import.meta.env.SSR ? (picture ?? cardOf(article, canonical, site)) : picture,
    publishedAt: article.publishedAt,
    modifiedAt: newsArticle.dateModified,
    feed: { title: site.name, path: '/feed.xml' },
    jsonLd: [
      import.meta.env.SSR ? { ...newsArticle, ...notesJson(article, site) } : newsArticle,
      breadcrumbsJson(crumbs, site),
    ],
  };
}
