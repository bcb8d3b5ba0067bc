import type { FastifyInstance } from 'fastify';
import { withOptions } from '../src/app/site-facts.ts';
import { optionsRead } from '#shared/site/site-reads.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import type { ApiClient } from './api-client.ts';
import { POSITION_HEADER } from './data-position.ts';
import { lookOf, type SitePicture } from './site-look.ts';

/** The web app manifest without the name and description of the site. */
const APP = {
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
  lang: 'en-IN',
  background_color: '#fbf8f2',
  theme_color: '#fbf8f2',
  categories: ['news'],
};

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
];

const iconsOf = (icon: SitePicture | null): readonly object[] =>
  icon === null ? ICONS : [{ src: icon.url, sizes: `${icon.width}x${icon.height}` }];

const FOUND = 302;

type Options = Parameters<typeof optionsRead.transform>[0];

/** `GET /manifest.webmanifest` and `GET /favicon.ico`, with name, description and icon that the owner has set. */
export async function manifestRoutes(
  server: FastifyInstance,
  { api, site }: { api: ApiClient; site: SiteConfig },
): Promise<void> {
  server.get('/manifest.webmanifest', async (_request, reply) => {
    const response = await api.get(optionsRead.path(), optionsRead.shared).catch(() => null);
    const options = response === null ? undefined : optionsRead.transform(response.body as Options);
    const { name, description } = withOptions(site, options);
    if (response !== null && response.position !== '') reply.header(POSITION_HEADER, response.position);
    return reply
      .type('application/manifest+json; charset=utf-8')
      .headers({
        'cache-control': response === null ? 'no-store' : 'public, max-age=0, must-revalidate',
        'x-content-type-options': 'nosniff',
      })
      .send(
        JSON.stringify({
          name,
          short_name: name,
          description,
          ...APP,
          icons: iconsOf(lookOf(response?.body).icon),
        }),
      );
  });
  server.get('/favicon.ico', async (_request, reply) => {
    const response = await api.get(optionsRead.path(), optionsRead.shared).catch(() => null);
    const { icon } = lookOf(response?.body);
    return reply.header('cache-control', 'no-cache').redirect(icon?.url ?? '/icon.svg', FOUND);
  });
}
