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
const PICTURE = /<img\b[^>]*\bsrc\s*=\s*["']?https?:\/\/([^/"'\s>]+)/gi;
const LINK = /<a\b[^>]*\bhref\s*=\s*["']?https?:\/\/([^/"'\s>]+)/gi;
const UPLOADS = '/uploads/';

/**
 * Rewrites the addresses of an archive's own files in the texts of its documents, whatever host they name, and counts what
 * texts show of other hosts. `addresses` maps comparable addresses of the files to those that they get here.
 */
export function createAddressRewriter(addresses: ReadonlyMap<string, string>) {
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
    if (host !== null && host !== '') ownHosts.add(host.toLowerCase());
    return own + fragmentOf(address);
  }

  /** The page or place of a document that an address leads to, as `#page=3` of a PDF. */
  const fragmentOf = (address: string): string => /#.*$/.exec(address)?.[0] ?? '';

  function rewriteText(text: string): string {
    if (!text.includes('/')) return text;
    const rewritten = text.replaceAll(ADDRESS, replacement);
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
    /** Returns a document of a content type with its own addresses rewritten. */
    rewrite(document: StoredDocument): StoredDocument {
      const rewritten: StoredDocument = { ...document };
      for (const [name, value] of Object.entries(document))
        if (typeof value === 'string') rewritten[name] = rewriteText(value);
      return rewritten;
    },
    /** Other hosts whose pictures texts show, and former hosts of the site that texts link to, most used first. */
    foreignHosts: (): ForeignHost[] =>
      [...foreign.values()]
        .filter(({ host, pictures }) => pictures > 0 || ownHosts.has(host))
        .toSorted((a, b) => b.pictures - a.pictures || b.links - a.links),
  };
}
