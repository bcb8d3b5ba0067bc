import { BATCH_KEY, CHANGED, COUNT_KEY, memory, read, readBatchId, type CartCount } from './cart-memory.ts';
import { randomKey } from './random-key.ts';

// Apart from cart-memory.ts, which every page loads for the number in its masthead.

function write(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    // The page's own memory has it.
  }
}

/** Returns the id of the guest's cart, which nobody can guess. */
export function ensureBatchId(): string {
  const existing = readBatchId();
  if (existing !== null) return existing;
  const created = randomKey();
  write(BATCH_KEY, created);
  return created;
}

/** Removes the Batch_id after the guest's cart has become part of an account's. */
export const forgetBatchId = (): void => write(BATCH_KEY, null);

export function writeCartCount({ owner, count }: CartCount): void {
  if (read(COUNT_KEY) === `${owner}:${count}`) return;
  write(COUNT_KEY, `${owner}:${count}`);
  dispatchEvent(new Event(CHANGED));
}
