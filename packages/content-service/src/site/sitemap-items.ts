import type { CollectionStore, IndexedDocument } from '@vidhi/content-engine';
import type { SitemapEntry } from './sitemap-files.ts';

/**
 * Entries of one sitemap file, a tenth of the protocol's limit: a file is generated between two other requests, so
 * generating it must not take longer than a costly query.
 */
const FILE_ENTRIES = 5_000;

export interface SitemapItemsOptions {
  store: CollectionStore;
  /** Returns whether a published document has a page. */
  accepts: (document: IndexedDocument) => boolean;
  urlOf: (document: IndexedDocument) => string;
}

/** Pages of the published documents of a collection, in files of a sitemap. */
export interface SitemapItems {
  /** The last modification of each file, null if unknown. Without documents there is no file. */
  files: () => (Date | null)[];
  /** Entries of a file, by its number from 1; null for another number. */
  file: (number: number) => SitemapEntry[] | null;
  /** The last modification of any document, null if unknown. */
  lastModified: () => Date | null;
}

interface Listing {
  readonly version: number;
  readonly documents: readonly IndexedDocument[];
  /** Last modification of each document in milliseconds, 0 if unknown. */
  readonly times: Float64Array;
}

const toDate = (time: number): Date | null => (time === 0 ? null : new Date(time));

/** Lists the documents once for each version of the collection; URLs are generated for one file at a time. */
export function createSitemapItems({ store, accepts, urlOf }: SitemapItemsOptions): SitemapItems {
  const updatedAt = store.schema.columnsByName.get('updatedAt');
  let listing: Listing | null = null;

  const timeOf = (document: IndexedDocument): number => {
    const value = updatedAt === undefined ? null : store.value(document, updatedAt);
    const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : 0;
    return Number.isNaN(time) ? 0 : time;
  };

  function list(): Listing {
    if (listing?.version === store.version) return listing;
    const documents = store
      .order([])
      .documents.filter((document) => document.isPublished && accepts(document));
    listing = { version: store.version, documents, times: Float64Array.from(documents, timeOf) };
    return listing;
  }

  const newestOf = (times: Float64Array): Date | null =>
    toDate(times.reduce((newest, time) => Math.max(newest, time), 0));

  return {
    files() {
      const { times } = list();
      return Array.from({ length: Math.ceil(times.length / FILE_ENTRIES) }, (_, at) =>
        newestOf(times.subarray(at * FILE_ENTRIES, (at + 1) * FILE_ENTRIES)),
      );
    },
    file(number) {
      // An unknown number must not cause a pass over all documents.
      if (!Number.isInteger(number) || number < 1 || (number - 1) * FILE_ENTRIES >= store.documents.length)
        return null;
      const { documents, times } = list();
      const start = (number - 1) * FILE_ENTRIES;
      if (start >= documents.length) return null;
      return documents.slice(start, start + FILE_ENTRIES).map((document, at) => ({
        url: urlOf(document),
        lastModified: toDate(times[start + at] ?? 0),
      }));
    },
    lastModified: () => newestOf(list().times),
  };
}
