import { STORES, type Store } from '../../shared/stores.ts';

const numbers = new Intl.NumberFormat('en-IN');

/** `1 book`, `1,240 books`. */
export function countText(store: Store, total: number): string {
  const { one } = STORES[store];
  return `${numbers.format(total)} ${total === 1 ? one : `${one}s`}`;
}
