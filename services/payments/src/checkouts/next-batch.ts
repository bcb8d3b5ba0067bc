import type { Checkout } from './checkout.ts';

/**
 * Returns the next batch of due checkouts: first those whose payment dialog was opened, then the newest. A quarter of
 * the batch is reserved for those that have waited longest: new checkouts never starve old ones, however many there
 * are.
 */
export function nextBatch(
  due: { opened: readonly Checkout[]; newest: readonly Checkout[]; longest: readonly Checkout[] },
  size: number,
): Checkout[] {
  const share = Math.floor(size / 4);
  const batch = new Map<string, Checkout>();
  const add = (found: readonly Checkout[], max: number): void => {
    for (const checkout of found) if (batch.size < max) batch.set(checkout._id, checkout);
  };
  add(due.opened, size - share);
  add(due.newest, size - share);
  add(due.longest, size);
  add(due.newest, size);
  return [...batch.values()];
}
