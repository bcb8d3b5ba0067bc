import type { QueryDefinition } from '#shared/api/read.ts';
import { isCatalogueKind } from '#shared/catalogue/catalogue-kind.ts';
import type { CatalogItem } from './item.ts';
import { similarRead } from '#shared/catalogue/similar.ts';
import { declarationRead, itemIdFrom, itemRead, similarTo, type ItemArg } from './item-reads.ts';

type Reader = <Arg, View, Wire>(
  read: QueryDefinition<Arg, View, Wire>,
  arg: Arg,
) => Promise<{ ok: true; value: View } | { ok: false }>;

type Params = Readonly<Record<string, string | undefined>>;

/** Returns the item of a URL; null where kind or id is invalid. */
export function itemArgFrom({ store: kind, id = '', slug = '' }: Params): ItemArg | null {
  const number = itemIdFrom(id);
  return isCatalogueKind(kind) && number !== null ? { kind, id: number, slug } : null;
}

/** Loads the data of an item's page; null where there is no such item, undefined when the request fails. */
export async function loadItem(params: Params, read: Reader): Promise<CatalogItem | null | undefined> {
  const arg = itemArgFrom(params);
  if (arg === null) return null;
  const item = await read(itemRead, arg);
  if (!item.ok) return undefined;
  if (item.value === null) return null;
  const similar = similarTo(item.value);
  if (similar !== null) await read(similarRead, similar);
  // A page without it is shown all the same.
  if (item.value.kind !== 'books') await read(declarationRead, item.value.id);
  return item.value;
}

/** Resolves with false for an address without an item; true where it cannot be known. */
export async function itemExists(params: Params, read: Reader): Promise<boolean> {
  const arg = itemArgFrom(params);
  if (arg === null) return false;
  const item = await read(itemRead, arg);
  return !item.ok || item.value !== null;
}
