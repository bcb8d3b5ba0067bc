import type { CollectionStore, IndexedDocument, ReadModel } from '@vidhi/content-engine';
import { newestOf, type SitemapEntry } from '@vidhi/content-service/site.ts';
import { itemSlug } from '@vidhi/contracts/item-slug.ts';
import { bookCollection } from '../collections/book.ts';
import { FIRM, LAWYER, lawyerCollection } from '../collections/lawyer.ts';
import { siteOptionCollection } from '../collections/site-option.ts';
import type { ProfileOptions } from '../filter-options/profile-options.ts';

/** Catalogue kinds with a listing page, `/catalogs/{kind}`. */
export const CATALOGUE_KINDS = ['books', 'lawyers', 'firms'] as const;
export type CatalogueKind = (typeof CATALOGUE_KINDS)[number];

export const isCatalogueKind = (text: string): text is CatalogueKind =>
  (CATALOGUE_KINDS as readonly string[]).includes(text);

const KIND: Readonly<Record<CatalogueKind, string | null>> = { books: null, lawyers: LAWYER, firms: FIRM };

function readerOf(store: CollectionStore) {
  return (document: IndexedDocument, name: string): unknown => {
    const column = store.schema.columnsByName.get(name);
    return column === undefined ? null : store.value(document, column);
  };
}

function timeOf(value: unknown): Date | null {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time);
}

/** Whether the site asks search engines not to index profiles. */
const hidesProfiles = (model: ReadModel): boolean =>
  Array.from(model.store(siteOptionCollection.name).all()).some(
    ({ id }) => model.get(siteOptionCollection.name, id)?.['profiles_noindex'] === true,
  );

/** Returns the page URLs of all published items of a kind that search engines may index. */
export function itemEntries(model: ReadModel, store: CatalogueKind, root: string): SitemapEntry[] {
  const documents = model.store(store === 'books' ? bookCollection.name : lawyerCollection.name);
  if (store !== 'books' && hidesProfiles(model)) return [];
  const read = readerOf(documents);
  const kind = KIND[store];
  return documents.order([]).documents.flatMap((document) => {
    if (!document.isPublished || (kind !== null && read(document, 'SubCategory2') !== kind)) return [];
    const slug = encodeURIComponent(itemSlug(String(read(document, 'Title') ?? '')));
    const lastModified = timeOf(read(document, 'updatedAt'));
    return [{ url: `${root}/catalogs/${store}/${document.id}/${slug}`, lastModified }];
  });
}

/** Returns the listing pages; each was last modified with the newest change of an item on it. */
export function listEntries(
  model: ReadModel,
  root: string,
  optionsOf: (choice: { kind: string }) => ProfileOptions,
): SitemapEntry[] {
  const newest = new Map(CATALOGUE_KINDS.map((store) => [store, newestOf(itemEntries(model, store, root))]));
  const lawyersChanged = newest.get('lawyers') ?? null;
  return [
    ...CATALOGUE_KINDS.map((store) => ({
      url: `${root}/catalogs/${store}`,
      lastModified: newest.get(store) ?? null,
    })),
    { url: `${root}/find-a-lawyer`, lastModified: lawyersChanged },
    ...optionsOf({ kind: LAWYER }).practices.flatMap(({ slug }) =>
      slug === null || slug === ''
        ? []
        : [{ url: `${root}/find-a-lawyer/${encodeURIComponent(slug)}`, lastModified: lawyersChanged }],
    ),
  ];
}
