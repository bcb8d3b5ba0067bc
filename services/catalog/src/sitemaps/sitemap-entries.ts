import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { createSitemapItems, type SitemapEntry, type SitemapItems } from '@vidhi/content-service/site.ts';
import { itemSlug } from '@vidhi/contracts/item-slug.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { FIRM, LAWYER } from '@vidhi/collections/catalog/lawyer.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { siteOptionCollection } from '../collections/site-option.ts';
import type { ProfileOptions } from '../filter-options/profile-options.ts';

/** Catalogue kinds with a listing page, `/catalogs/{kind}`. */
export const CATALOGUE_KINDS = ['books', 'lawyers', 'firms'] as const;
export type CatalogueKind = (typeof CATALOGUE_KINDS)[number];

export const isCatalogueKind = (text: string): text is CatalogueKind =>
  (CATALOGUE_KINDS as readonly string[]).includes(text);

/** `SubCategory2` of the profiles of a kind; null for books. */
const SUB_CATEGORIES: Readonly<Record<CatalogueKind, string | null>> = {
  books: null,
  lawyers: LAWYER,
  firms: FIRM,
};

/** Returns whether the site tells search engines not to index profiles. */
const hidesProfiles = (model: ReadModel): boolean =>
  documentsOf(model, siteOptionCollection)
    .list()
    .some(({ profiles_noindex: hides }) => hides === true);

/** Pages of all published items of a kind, whether or not search engines may index them. */
function itemsOfKind(model: ReadModel, kind: CatalogueKind, root: string): SitemapItems {
  const store = model.store(kind === 'books' ? bookCollection.name : lawyerCollection.name);
  const column = store.schema.columnsByName.get('SubCategory2');
  const title = store.schema.columnsByName.get('Title');
  const subCategory = SUB_CATEGORIES[kind];
  return createSitemapItems({
    store,
    accepts: (document) =>
      subCategory === null || (column !== undefined && store.value(document, column) === subCategory),
    urlOf(document) {
      const label = title === undefined ? null : store.value(document, title);
      return `${root}/catalogs/${kind}/${document.id}/${encodeURIComponent(itemSlug(String(label ?? '')))}`;
    },
  });
}

const NO_ITEMS: SitemapItems = { files: () => [], file: () => null, lastModified: () => null };

/** Returns, for each kind, the pages of its published items that search engines may index. */
export function createItemPages(model: ReadModel, root: string): (kind: CatalogueKind) => SitemapItems {
  const items = new Map(CATALOGUE_KINDS.map((kind) => [kind, itemsOfKind(model, kind, root)]));
  return (kind) => (kind !== 'books' && hidesProfiles(model) ? NO_ITEMS : (items.get(kind) ?? NO_ITEMS));
}

/** Returns the listing pages; each was last modified with the newest change of an item on it. */
export function listEntries(
  itemsOf: (kind: CatalogueKind) => SitemapItems,
  root: string,
  optionsOf: (choice: { kind: string }) => ProfileOptions,
): SitemapEntry[] {
  const lawyersChanged = itemsOf('lawyers').lastModified();
  return [
    ...CATALOGUE_KINDS.map((kind) => ({
      url: `${root}/catalogs/${kind}`,
      lastModified: itemsOf(kind).lastModified(),
    })),
    { url: `${root}/find-a-lawyer`, lastModified: lawyersChanged },
    ...optionsOf({ kind: LAWYER }).practices.flatMap(({ slug }) =>
      slug === null || slug === ''
        ? []
        : [{ url: `${root}/find-a-lawyer/${encodeURIComponent(slug)}`, lastModified: lawyersChanged }],
    ),
  ];
}
