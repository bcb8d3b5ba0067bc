import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { comparableAddress } from './archived-pictures.ts';

/** Counts of pictures that texts show of another host, and of links to it. */
export interface ForeignHost {
  host: string;
  pictures: number;
  links: number;
}

/** Absolute URLs, and paths of uploads, up to the end of an attribute or a word. */
const ADDRESS = /https?:\/\/[^\s"'<>\\]+|\/uploads\/[^\s"'<>\\]+/gi;
/** Addresses of quoted attributes whose file names have spaces, which browsers encode. */
const SPACED = /((?:src|href)\s*=\s*)("|')\s*((?:https?:\/\/|\/uploads\/)[^"'<>\\]*?)\s*\2/gi;
const PICTURE = /<img\b[^>]*\bsrc\s*=\s*["']?https?:\/\/([^/"'\s>]+)/gi;
const LINK = /<a\b[^>]*\bhref\s*=\s*["']?https?:\/\/([^/"'\s>]+)/gi;
const PAGE_LINK = /(<a\b[^>]*\bhref\s*=\s*["']?)https?:\/\/([^/"'\s>?#]+)([^"'\s>?#]*)([^"'\s>]*)/gi;
const UPLOADS = '/uploads/';

/** Returns the host as it is compared: sites have one with and without `www.`. */
const comparableHost = (host: string): string => host.toLowerCase().replace(/^www\./, '');

/**
 * Rewrites the addresses of an archive's own files in the texts of its documents, whatever host they name, and links to its own
 * pages on a host that texts name for its files. Counts what texts show of other hosts. `addresses` maps comparable addresses
 * of the files to those that they get here; `pageOf` returns the path of a page here by that of the former site.
 */
export function createAddressRewriter(
  addresses: ReadonlyMap<string, string>,
  pageOf: (path: string) => string | undefined,
) {
  const ownHosts = new Set<string>();
  const foreign = new Map<string, ForeignHost>();

  /** The own address of a file, without what follows it in a text: a comma of `srcset`, the bracket of a style. */
  function replacement(found: string): string {
    const [, address = found, rest = ''] = /^(.*?)([),.;]*)$/.exec(found) ?? [];
    const own = ownAddress(address);
    return own === undefined ? found : `${own}${rest}`;
  }

  function ownAddress(address: string): string | undefined {
    const [, host = null, path = address] = /^https?:\/\/([^/?#]*)([^?#]*)/i.exec(address) ?? [];
    const bare = path.replace(/[?#].*$/, '');
    const uploads = bare.lastIndexOf(UPLOADS);
    const own =
      addresses.get(comparableAddress(address)) ??
      (uploads === -1 ? undefined : addresses.get(comparableAddress(bare.slice(uploads))));
    if (own === undefined) return undefined;
    if (host !== null && host !== '') ownHosts.add(comparableHost(host));
    return own + fragmentOf(address);
  }

  /** The page or place of a document that an address leads to, as `#page=3` of a PDF. */
  const fragmentOf = (address: string): string => /#.*$/.exec(address)?.[0] ?? '';

  function rewriteText(text: string): string {
    if (!text.includes('/')) return text;
    const rewritten = text
      .replaceAll(SPACED, (found, start: string, quote: string, address: string) => {
        const own = address.includes(' ') ? ownAddress(address) : undefined;
        return own === undefined ? found : start + quote + own + quote;
      })
      .replaceAll(ADDRESS, replacement)
      .replaceAll(PAGE_LINK, (found, start: string, host: string, path: string, rest: string) => {
        const page = ownHosts.has(comparableHost(host)) ? pageOf(comparableAddress(path)) : undefined;
        return page === undefined ? found : `${start}${page}${rest}`;
      });
    count(rewritten, PICTURE, 'pictures');
    count(rewritten, LINK, 'links');
    return rewritten;
  }

  function count(text: string, pattern: RegExp, kind: 'pictures' | 'links'): void {
    for (const [, host = ''] of text.matchAll(pattern)) {
      const name = host.toLowerCase();
      const found = foreign.get(name) ?? { host: name, pictures: 0, links: 0 };
      found[kind] += 1;
      foreign.set(name, found);
    }
  }

  return {
    /** Finds the hosts that texts name for the archive's own files. */
    findHosts(document: StoredDocument): void {
      for (const value of Object.values(document))
        if (typeof value === 'string') {
          for (const [found] of value.matchAll(ADDRESS)) replacement(found);
          for (const [, , , address = ''] of value.matchAll(SPACED)) ownAddress(address);
        }
    },
    /** Returns a document of a content type with its own addresses rewritten. `findHosts` has seen all documents before. */
    rewrite(document: StoredDocument): StoredDocument {
      const rewritten: StoredDocument = { ...document };
      for (const [name, value] of Object.entries(document))
        if (typeof value === 'string') rewritten[name] = rewriteText(value);
      return rewritten;
    },
    /** Other hosts whose pictures texts show, and former hosts of the site that texts link to, most used first. */
    foreignHosts: (): ForeignHost[] =>
      [...foreign.values()]
        .filter(({ host, pictures }) => pictures > 0 || ownHosts.has(comparableHost(host)))
        .toSorted((a, b) => b.pictures - a.pictures || b.links - a.links),
  };
}
