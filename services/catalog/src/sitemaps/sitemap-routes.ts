import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { addDataHeaders } from '@vidhi/content-service/live/data-headers.ts';
import type { LiveModel } from '@vidhi/content-service/live/live-model.ts';
import {
  FILE_ENTRIES,
  newestOf,
  toFiles,
  toIndex,
  toUrlSet,
  type SitemapEntry,
} from '@vidhi/content-service/site/sitemap-files.ts';
import { createVersionedTexts, sendText } from '@vidhi/content-service/site/versioned-texts.ts';
import { notFound } from '@vidhi/contracts/errors.ts';
import { bookCollection } from '../collections/book.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { ownedCollections } from '../collections/catalog-collections.ts';
import { createProfileOptions } from '../filter-options/profile-options.ts';
import { isStore, itemEntries, listEntries, STORES, type Store } from './sitemap-entries.ts';

const XML = 'application/xml; charset=utf-8';
const HIDDEN: FastifySchema & { hide: true } = { hide: true };
const FILE = /^([a-z]+)\.xml$/;
const LATER_FILE = /^([1-9]\d{0,4})\.xml$/;

/** `/sitemaps/books.xml`, `/sitemaps/books/2.xml` and so on; `/sitemap.xml` is an index that the gateway joins to the news'. */
export async function sitemapRoutes(
  app: FastifyInstance,
  { live, publicUrl }: { live: LiveModel; publicUrl: string },
): Promise<void> {
  const { model } = live;
  const root = publicUrl.replace(/\/+$/, '');
  const texts = createVersionedTexts(model, ownedCollections);
  const optionsOf = createProfileOptions(model);
  addDataHeaders(app, live);

  const filesOf = (store: Store): SitemapEntry[][] => toFiles(itemEntries(model, store, root));

  function itemFile(store: string, number: number): string | null {
    if (!isStore(store)) return null;
    const { name } = store === 'books' ? bookCollection : lawyerCollection;
    // An address that somebody made up must not cost a pass over all of them.
    if (number > 1 && (number - 1) * FILE_ENTRIES >= model.publishedSize(name)) return null;
    const file = filesOf(store)[number - 1];
    return file === undefined ? null : toUrlSet(file);
  }

  function index(): string {
    const items = STORES.flatMap((store) =>
      filesOf(store).flatMap((entries, at) =>
        entries.length === 0
          ? []
          : {
              url: `${root}/sitemaps/${store}${at === 0 ? '' : `/${at + 1}`}.xml`,
              lastModified: newestOf(entries),
            },
      ),
    );
    const lists = newestOf(items);
    return toIndex([...items, { url: `${root}/sitemaps/catalogs.xml`, lastModified: lists }]);
  }

  const answer = (request: FastifyRequest, reply: FastifyReply, make: () => string | null) =>
    sendText(request, reply, texts.get(request.url.split('?', 1)[0] ?? '', XML, make));

  app.get('/sitemap.xml', { schema: HIDDEN }, async (request, reply) => answer(request, reply, index));
  app.get<{ Params: { file: string } }>('/sitemaps/:file', { schema: HIDDEN }, async (request, reply) => {
    const name = FILE.exec(request.params.file)?.[1];
    if (name === undefined) throw notFound();
    return answer(request, reply, () =>
      name === 'catalogs' ? toUrlSet(listEntries(model, root, optionsOf)) : itemFile(name, 1),
    );
  });
  app.get<{ Params: { store: string; file: string } }>(
    '/sitemaps/:store/:file',
    { schema: HIDDEN },
    async (request, reply) => {
      const { store, file } = request.params;
      const number = Number(LATER_FILE.exec(file)?.[1] ?? 0);
      if (number < 2) throw notFound();
      return answer(request, reply, () => itemFile(store, number));
    },
  );
}
