import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createReadModel } from '@vidhi/content-engine';
import { newsCollections } from '../collections/news-collections.ts';
import { siteUrls } from './site-urls.ts';
import { sitemapRoutes } from './sitemap-routes.ts';

it('a sitemap is made and stored once, however its path is written', async () => {
  const names: string[] = [];
  const app = Fastify();
  await app.register(sitemapRoutes, {
    model: createReadModel(newsCollections, {}),
    urls: siteUrls('https://vidhi.example'),
    texts: {
      get(name) {
        names.push(name);
        return null;
      },
    },
  });
  for (const url of ['posts-1.xml', 'posts-1%2Exml', '%70osts-1.xml', 'posts-1.xml?x=1'])
    await app.inject({ url: `/sitemaps/${url}` });
  await app.inject({ url: '/sitemap%2Exml' });
  expect(names).toEqual([...Array.from({ length: 4 }, () => '/sitemaps/posts-1.xml'), '/sitemap.xml']);
});
