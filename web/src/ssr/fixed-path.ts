import {
  CATALOGUE_KINDS,
  cataloguePath,
  isCatalogueKind,
  itemPath,
  type CatalogueKind,
} from '#shared/catalogue/catalogue-kind.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';
import { allPages } from '../app/routes.tsx';
import { itemIdFrom, itemRead, type ItemArg } from '../features/catalog/item/item-reads.ts';
import type { FetchJson } from './load-request.ts';

/** Characters around a copied address, also escaped for HTML: brackets, full stops, quotation marks, spaces and invisible characters. */
const AROUND = /^(?:&#?[a-z\d]+;|[\p{P}\p{S}\p{Z}\p{C}])+|(?:&#?[a-z\d]+;|[\p{P}\p{S}\p{Z}\p{C}])+$/giu;

const plain = (path: string): string => path.normalize('NFC').toLowerCase().replaceAll(AROUND, '');

const pathsOf = (routes: readonly RouteDefinition[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [path, ...pathsOf(children)]);

let fixedPaths: ReadonlyMap<string, string> | undefined;

/** Made at the first request, when all pages have been added. */
function findFixed(path: string): string | undefined {
  fixedPaths ??= new Map(
    [
      ...pathsOf(allPages()).filter((one) => !/[:*]/.test(one)),
      ...(Object.keys(CATALOGUE_KINDS) as CatalogueKind[]).map(cataloguePath),
    ].map((one) => [plain(one), one]),
  );
  const key = plain(path);
  return key === '' ? undefined : fixedPaths.get(key);
}

/**
 * Returns the path of the page whose address this is but for case and punctuation around it; null where there is none, or
 * where the path is that page's own. Only for paths that lead to no page, unless the case alone differs: a slug may end in
 * punctuation.
 */
export function fixedPathOf(pathname: string): string | null {
  try {
    const found = findFixed(decodeURIComponent(pathname));
    return found === pathname ? null : (found ?? null);
  } catch {
    return null;
  }
}

/** Returns the item that an address names without its slug, as `/catalogs/books/7)`; null for other paths. */
function itemNamedBy(pathname: string): ItemArg | null {
  const [, kind, id = ''] = /^\/catalogs\/([a-z]+)\/([^/]+)\/?$/i.exec(pathname) ?? [];
  const wanted = kind?.toLowerCase();
  if (!isCatalogueKind(wanted)) return null;
  try {
    const number = itemIdFrom(plain(decodeURIComponent(id)));
    return number === null ? null : { kind: wanted, id: number, slug: '' };
  } catch {
    return null;
  }
}

/**
 * Returns the path of the item whose address this is but for its slug; null for other paths and where there is no such item,
 * undefined while it cannot be known: a 404 must not be shared then.
 */
export async function itemPathOf(pathname: string, fetchJson: FetchJson): Promise<string | null | undefined> {
  const wanted = itemNamedBy(pathname);
  if (wanted === null) return null;
  try {
    const body = await fetchJson(itemRead.path(wanted));
    const item = itemRead.transform(body as Parameters<typeof itemRead.transform>[0], wanted);
    return item === null ? null : itemPath(wanted.kind, item);
  } catch {
    return undefined;
  }
}
