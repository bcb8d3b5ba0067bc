import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '@vidhi/contracts/errors.ts';
import type { ReadModel } from '@vidhi/content-engine';
import {
  MAX_FILE_ENTRIES,
  newestOf,
  sendText,
  type SitemapEntry,
  toFiles,
  toIndex,
  toUrlSet,
  type VersionedTexts,
} from '@vidhi/content-service/site.ts';
import { siteIdentity } from '../settings/site-options.ts';
import type { SiteUrls } from '../site-urls.ts';
import { newsEntries, pageEntries, postEntries, subjectEntries } from './sitemap-entries.ts';
import { toNewsSitemap, toRobots } from './sitemap-formats.ts';

const XML = 'application/xml; charset=utf-8';
const POSTS_FILE = /^posts-([1-9]\d{0,5})$/;

export interface SitemapRoutesOptions {
  model: ReadModel;
  texts: VersionedTexts;
  urls: SiteUrls;
}

/** The sitemap index, its files, the news sitemap and robots.txt. */
export async function sitemapRoutes(
  app: FastifyInstance,
  { model, texts, urls }: SitemapRoutesOptions,
): Promise<void> {
  const postFiles = (): SitemapEntry[][] => toFiles(postEntries(model, urls));

  function entriesOf(name: string): SitemapEntry[] | null {
    if (name === 'categories') return subjectEntries(model, 'category', urls);
    if (name === 'tags') return subjectEntries(model, 'tag', urls);
    if (name === 'pages') return pageEntries(model, urls);
    const number = Number(POSTS_FILE.exec(name)?.[1] ?? 0);
    // An unknown URL must not cause an iteration over all posts.
    if (number < 1 || (number - 1) * MAX_FILE_ENTRIES > model.publishedSize('post')) return null;
    return postFiles()[number - 1] ?? null;
  }

  function index(): string {
    const named = (['categories', 'tags', 'pages'] as const).map(
      (name) => [name, entriesOf(name) ?? []] as const,
    );
    const posts = postFiles().map((entries, at) => [`posts-${at + 1}`, entries] as const);
    return toIndex(
      [...posts, ...named]
        // The sitemap schema requires at least one URL.
        .filter(([, entries]) => entries.length > 0)
        .map(([name, entries]) => ({
          url: urls.absolute(`/sitemaps/${name}.xml`),
          lastModified: newestOf(entries),
        })),
    );
  }

  const respond = (request: FastifyRequest, reply: FastifyReply, type: string, make: () => string | null) =>
    sendText(request, reply, texts.get(request.url.split('?', 1)[0] ?? '', type, make));

  app.get('/sitemap.xml', async (request, reply) => respond(request, reply, XML, index));
  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const { file } = request.params;
    if (!file.endsWith('.xml')) throw notFound();
    return respond(request, reply, XML, () => {
      const entries = entriesOf(file.slice(0, -'.xml'.length));
      return entries === null || entries.length === 0 ? null : toUrlSet(entries);
    });
  });
  app.get('/news-sitemap.xml', async (request, reply) =>
    respond(request, reply, XML, () =>
      toNewsSitemap(newsEntries(model, urls, Date.now()), siteIdentity(model).name, urls.home),
    ),
  );
  app.get('/robots.txt', async (request, reply) =>
    respond(request, reply, 'text/plain; charset=utf-8', () =>
      toRobots([urls.absolute('/sitemap.xml'), urls.absolute('/news-sitemap.xml')]),
    ),
  );
}
