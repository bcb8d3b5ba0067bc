import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { addDataHeaders, type LiveModel } from '@vidhi/content-service';
import { createVersionedTexts, newestOf, sendText, toIndex, toUrlSet } from '@vidhi/content-service/site.ts';
import { notFound } from '@vidhi/contracts/errors.ts';
import { rejectUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { siteOptionCollection } from '../collections/site-option.ts';
import { ownedCollections } from '../collections/catalog-collections.ts';
import { createProfileOptions } from '../filter-options/profile-options.ts';
import { CATALOGUE_KINDS, createItemPages, isCatalogueKind, listEntries } from './sitemap-entries.ts';

const XML = 'application/xml; charset=utf-8';
const UNDOCUMENTED: FastifySchema & { hide: true } = { hide: true };
const FILE = /^([a-z]+)\.xml$/;
const LATER_FILE = /^([1-9]\d{0,4})\.xml$/;

/**
 * `/sitemaps/books.xml`, `/sitemaps/books/2.xml` and so on; the gateway merges the index `/sitemap.xml` with that of
 * news.
 */
export async function sitemapRoutes(
  app: FastifyInstance,
  { live, publicUrl }: { live: LiveModel; publicUrl: string },
): Promise<void> {
  const { model } = live;
  const root = publicUrl.replace(/\/+$/, '');
  const texts = createVersionedTexts(model, [...ownedCollections, siteOptionCollection]);
  const optionsOf = createProfileOptions(model);
  rejectUntilReady(app, live.isReady);
  addDataHeaders(app, live);

  const itemsOf = createItemPages(model, root);

  function itemFile(kind: string, number: number): string | null {
    if (!isCatalogueKind(kind)) return null;
    // The first file of each kind exists without items, too.
    const entries = itemsOf(kind).file(number) ?? (number === 1 ? [] : null);
    return entries === null ? null : toUrlSet(entries);
  }

  function index(): string {
    const items = CATALOGUE_KINDS.flatMap((kind) =>
      itemsOf(kind)
        .files()
        .map((lastModified, at) => ({
          url: `${root}/sitemaps/${kind}${at === 0 ? '' : `/${at + 1}`}.xml`,
          lastModified,
        })),
    );
    const lists = newestOf(items);
    return toIndex([...items, { url: `${root}/sitemaps/catalogs.xml`, lastModified: lists }]);
  }

  /** `name` is one for all spellings of a path, which would otherwise each have a text made and stored. */
  const respond = (request: FastifyRequest, reply: FastifyReply, name: string, make: () => string | null) =>
    sendText(request, reply, texts.get(name, XML, make));

  app.get('/sitemap.xml', { schema: UNDOCUMENTED }, async (request, reply) =>
    respond(request, reply, '/sitemap.xml', index),
  );
  app.get<{ Params: { file: string } }>(
    '/sitemaps/:file',
    { schema: UNDOCUMENTED },
    async (request, reply) => {
      const name = FILE.exec(request.params.file)?.[1];
      if (name === undefined) throw notFound();
      return respond(request, reply, `/sitemaps/${name}.xml`, () =>
        name === 'catalogs' ? toUrlSet(listEntries(itemsOf, root, optionsOf)) : itemFile(name, 1),
      );
    },
  );
  app.get<{ Params: { store: string; file: string } }>(
    '/sitemaps/:store/:file',
    { schema: UNDOCUMENTED },
    async (request, reply) => {
      const { store, file } = request.params;
      const number = Number(LATER_FILE.exec(file)?.[1] ?? 0);
      if (number < 2) throw notFound();
      return respond(request, reply, `/sitemaps/${store}/${number}.xml`, () => itemFile(store, number));
    },
  );
}
