import type { FastifyInstance } from 'fastify';
import type { ReadModel } from '@vidhi/content-engine/model/read-model.ts';
import type { SiteUrls } from '../site-urls.ts';
import { sendText, type VersionedTexts } from '@vidhi/content-service/site/versioned-texts.ts';
import { makeFeed, type Feed, type FeedSubject } from './feed.ts';
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

const SUBJECTS = [
  { path: '/news/:slug', subject: (slug: string): FeedSubject => ({ kind: 'category', slug }) },
  { path: '/tags/:slug', subject: (slug: string): FeedSubject => ({ kind: 'tag', slug }) },
] as const;

export interface FeedRoutesOptions {
  model: ReadModel;
  texts: VersionedTexts;
  urls: SiteUrls;
}

/** RSS, Atom and JSON feeds of the site, of each category and of each tag. */
export async function feedRoutes(
  app: FastifyInstance,
  { model, texts, urls }: FeedRoutesOptions,
): Promise<void> {
  const textOf = ({ file, type, write }: Format, subject: FeedSubject) =>
    texts.get(`${file} ${JSON.stringify(subject)}`, type, () => {
      const feed = makeFeed(model, subject, urls);
      return feed === null ? null : write(feed);
    });
  for (const format of FORMATS) {
    app.get(`/${format.file}`, async (request, reply) =>
      sendText(request, reply, textOf(format, { kind: 'site' })),
    );
    for (const { path, subject } of SUBJECTS) {
      app.get<{ Params: { slug: string } }>(`${path}/${format.file}`, async (request, reply) =>
        sendText(request, reply, textOf(format, subject(request.params.slug))),
      );
    }
  }
}
