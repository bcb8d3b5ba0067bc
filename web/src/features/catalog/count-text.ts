import { groupDigits } from '#shared/text/digits.ts';
import { STORES, type Store } from '#shared/catalogue/stores.ts';

/** `1 book`, `1,240 books`. */
export function countText(store: Store, total: number): string {
  const { one } = STORES[store];
  return `${groupDigits(total)} ${total === 1 ? one : `${one}s`}`;
}
