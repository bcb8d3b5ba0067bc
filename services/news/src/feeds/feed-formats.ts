import { element, XML_HEAD, xmlText } from '@vidhi/content-service/site.ts';
import type { Feed, FeedItem } from './feed.ts';

const LANGUAGE = 'en-IN';
/** RSS requires RFC 822 dates. */
const rssDate = (date: Date): string => date.toUTCString();

function rssItem({
  id,
  url,
  title,
  language,
  html,
  summary,
  publishedAt,
  authors,
  subjects,
  picture,
}: FeedItem): string {
  const enclosure =
    picture === null
      ? ''
      : `<enclosure url="${xmlText(picture.url)}" length="${picture.bytes}" type="${xmlText(picture.mime)}"/>`;
  return [
    '<item>',
    element('title', title),
    element('link', url),
    `<guid isPermaLink="false">${xmlText(id)}</guid>`,
    element('pubDate', rssDate(publishedAt)),
    ...(language === null ? [] : [element('dc:language', language)]),
    ...authors.map((name) => element('dc:creator', name)),
    ...subjects.map((name) => element('category', name)),
    element('description', summary),
    element('content:encoded', html),
    enclosure,
    '</item>',
  ].join('');
}

export const toRss = (feed: Feed): string =>
  [
    XML_HEAD,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>',
    element('title', feed.title),
    element('link', feed.pageUrl),
    element('description', feed.description),
    element('language', LANGUAGE),
    element('lastBuildDate', rssDate(feed.updatedAt)),
    `<atom:link href="${xmlText(`${feed.baseUrl}/feed.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...feed.items.map(rssItem),
    '</channel></rss>\n',
  ].join('\n');

function atomEntry(item: FeedItem, publisher: string): string {
  const authors = item.authors.length === 0 ? [publisher] : item.authors;
  return [
    item.language === null ? '<entry>' : `<entry xml:lang="${item.language}">`,
    element('id', item.id),
    element('title', item.title),
    `<link href="${xmlText(item.url)}"/>`,
    element('published', item.publishedAt.toISOString()),
    element('updated', item.updatedAt.toISOString()),
    ...authors.map((name) => `<author>${element('name', name)}</author>`),
    ...item.subjects.map((name) => `<category term="${xmlText(name)}"/>`),
    element('summary', item.summary),
    `<content type="html">${xmlText(item.html)}</content>`,
    '</entry>',
  ].join('');
}

export const toAtom = (feed: Feed): string =>
  [
    XML_HEAD,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${LANGUAGE}">`,
    element('id', feed.id),
    element('title', feed.title),
    element('subtitle', feed.description),
    element('updated', feed.updatedAt.toISOString()),
    `<author>${element('name', feed.publisher)}</author>`,
    `<link href="${xmlText(feed.pageUrl)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(`${feed.baseUrl}/atom.xml`)}"/>`,
    ...feed.items.map((item) => atomEntry(item, feed.publisher)),
    '</feed>\n',
  ].join('\n');

export const toJsonFeed = (feed: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.pageUrl,
    feed_url: `${feed.baseUrl}/feed.json`,
    language: LANGUAGE,
    authors: [{ name: feed.publisher }],
    items: feed.items.map((item) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      ...(item.language === null ? {} : { language: item.language }),
      content_html: item.html,
      summary: item.summary,
      date_published: item.publishedAt.toISOString(),
      date_modified: item.updatedAt.toISOString(),
      ...(item.picture === null ? {} : { image: item.picture.url }),
      ...(item.authors.length === 0 ? {} : { authors: item.authors.map((name) => ({ name })) }),
      tags: item.subjects,
    })),
  });
