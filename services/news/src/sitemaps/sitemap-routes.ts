import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '@vidhi/contracts/errors.ts';
import type { ReadModel } from '@vidhi/content-engine';
import {
  newestOf,
  sendText,
  type SitemapEntry,
  toIndex,
  toUrlSet,
  type VersionedTexts,
} from '@vidhi/content-service/site.ts';
import { isHiddenFromSearch, siteIdentity } from '../settings/site-options.ts';
import type { SiteUrls } from './site-urls.ts';
import { authorEntries, newsEntries, pageEntries, postItems, subjectEntries } from './sitemap-entries.ts';
import { toHiddenRobots, toNewsSitemap, toRobots } from './sitemap-formats.ts';

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
  const posts = postItems(model, urls);

  function entriesOf(name: string): SitemapEntry[] | null {
    if (name === 'categories') return subjectEntries(model, 'category', urls);
    if (name === 'tags') return subjectEntries(model, 'tag', urls);
    if (name === 'authors') return authorEntries(model, urls);
    if (name === 'pages') return pageEntries(model, urls, posts);
    return posts.file(Number(POSTS_FILE.exec(name)?.[1] ?? 0));
  }

  function index(): string {
    const postFiles = posts
      .files()
      .map((lastModified, at) => ({ url: urls.absolute(`/sitemaps/posts-${at + 1}.xml`), lastModified }));
    const others = ['categories', 'tags', 'authors', 'pages'].flatMap((name) => {
      const entries = entriesOf(name) ?? [];
      // The sitemap schema requires at least one URL.
      if (entries.length === 0) return [];
      return { url: urls.absolute(`/sitemaps/${name}.xml`), lastModified: newestOf(entries) };
    });
    return toIndex([...postFiles, ...others]);
  }

  /** `name` is one for all spellings of a path, which would otherwise each have a text made and stored. */
  const respond = (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    type: string,
    make: () => string | null,
  ) => sendText(request, reply, texts.get(name, type, make));

  app.get('/sitemap.xml', async (request, reply) => respond(request, reply, '/sitemap.xml', XML, index));
  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const { file } = request.params;
    if (!file.endsWith('.xml')) throw notFound();
    return respond(request, reply, `/sitemaps/${file}`, XML, () => {
      const entries = entriesOf(file.slice(0, -'.xml'.length));
      return entries === null || entries.length === 0 ? null : toUrlSet(entries);
    });
  });
  app.get('/news-sitemap.xml', async (request, reply) =>
    respond(request, reply, '/news-sitemap.xml', XML, () =>
      toNewsSitemap(newsEntries(model, urls, Date.now()), siteIdentity(model).name, urls.home),
    ),
  );
  app.get('/robots.txt', async (request, reply) =>
    respond(request, reply, '/robots.txt', 'text/plain; charset=utf-8', () =>
      isHiddenFromSearch(model)
        ? toHiddenRobots()
        : toRobots([urls.absolute('/sitemap.xml'), urls.absolute('/news-sitemap.xml')]),
    ),
  );
}
