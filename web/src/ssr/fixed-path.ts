import { CATALOGUE_KINDS, cataloguePath, type CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';
import { allPages } from '../app/routes.tsx';

/** Characters around a copied address: brackets, full stops, quotation marks, spaces and invisible characters. */
const AROUND = /^[\p{P}\p{S}\p{Z}\p{C}]+|[\p{P}\p{S}\p{Z}\p{C}]+$/gu;

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
