import type { QueryDefinition } from '#shared/api/read.ts';
import { isStore } from '#shared/catalogue/stores.ts';
import type { CatalogItem } from './item.ts';
import { similarRead } from '#shared/catalogue/similar.ts';
import { itemIdFrom, itemRead, similarTo, type ItemArg } from './item-reads.ts';

type Reader = <Arg, View, Wire>(
  read: QueryDefinition<Arg, View, Wire>,
  arg: Arg,
) => Promise<{ ok: true; value: View } | { ok: false }>;

type Params = Readonly<Record<string, string | undefined>>;

/** What an address asks for; null where no item can be. */
export function itemArgFrom({ store, id = '', slug = '' }: Params): ItemArg | null {
  const number = itemIdFrom(id);
  return isStore(store) && number !== null ? { store, id: number, slug } : null;
}

/** Makes the reads of an item's page; null where the item is not there, undefined where it cannot be read. */
export async function loadItem(params: Params, read: Reader): Promise<CatalogItem | null | undefined> {
  const wanted = itemArgFrom(params);
  if (wanted === null) return null;
  const answer = await read(itemRead, wanted);
  if (!answer.ok) return undefined;
  const similar = answer.value === null ? null : similarTo(answer.value);
  if (similar !== null) await read(similarRead, similar);
  return answer.value;
}
