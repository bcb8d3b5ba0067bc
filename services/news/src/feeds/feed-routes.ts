import type { FastifyInstance } from 'fastify';
import { notFound } from '@vidhi/contracts/errors.ts';
import type { ReadModel } from '@vidhi/content-engine';
import type { SiteUrls } from '../sitemaps/site-urls.ts';
import { sendText, type VersionedTexts } from '@vidhi/content-service/site.ts';
import type { CroppedPictures } from '../picture-variants/variant-bodies.ts';
import { findSubject, type SubjectKind } from '../slugs/find-subject.ts';
import type { SlugHistory } from '../slugs/slug-history.ts';
import { makeFeed, type Feed } from './feed.ts';
import { toAtom, toJsonFeed, toRss } from './feed-formats.ts';

interface Format {
  file: string;
  type: string;
  write: (feed: Feed) => string;
}

const FORMATS: readonly Format[] = [
  { file: 'feed.xml', type: 'application/rss+xml; charset=utf-8', write: toRss },
  { file: 'atom.xml', type: 'application/atom+xml; charset=utf-8', write: toAtom },
  { file: 'feed.json', type: 'application/feed+json; charset=utf-8', write: toJsonFeed },
];

/** Short, because the slug may be reused. */
const REDIRECT_CACHE_CONTROL = 'public, max-age=60';

const SUBJECTS: readonly { path: string; kind: SubjectKind }[] = [
  { path: '/news', kind: 'category' },
  { path: '/tags', kind: 'tag' },
];

export interface FeedRoutesOptions {
  model: ReadModel;
  texts: VersionedTexts;
  urls: SiteUrls;
  history: SlugHistory;
  pictures: CroppedPictures;
}

/**
 * Serves RSS, Atom and JSON feeds of the site, of each category and of each tag. The feeds of a renamed category
 * or tag redirect permanently, so that subscriptions keep working.
 */
export async function feedRoutes(
  app: FastifyInstance,
  { model, texts, urls, history, pictures }: FeedRoutesOptions,
): Promise<void> {
  for (const { file, type, write } of FORMATS) {
    app.get(`/${file}`, async (request, reply) => {
      const text = texts.get(file, type, () => write(makeFeed(model, { kind: 'site' }, urls, pictures)));
      return sendText(request, reply, text);
    });
    for (const { path, kind } of SUBJECTS)
      app.get<{ Params: { slug: string } }>(`${path}/:slug/${file}`, async (request, reply) => {
        const found = findSubject(model, history, kind, request.params.slug);
        if (found === null) throw notFound();
        const { slug, moved } = found;
        if (moved)
          return reply
            .header('cache-control', REDIRECT_CACHE_CONTROL)
            .redirect(`${path}/${encodeURIComponent(slug)}/${file}`, 301);
        const text = texts.get(`${kind} ${slug} ${file}`, type, () =>
          write(makeFeed(model, found, urls, pictures)),
        );
        return sendText(request, reply, text);
      });
  }
}
