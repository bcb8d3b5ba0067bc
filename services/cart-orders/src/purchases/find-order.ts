import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { notFound, tooManyRequests } from '@vidhi/contracts/errors.ts';
import {
  normalizeOrderNumber,
  type OrderLinkResponse,
  type OrderQuery,
} from '@vidhi/contracts/order-status.ts';
import type { AttemptCounters } from '@vidhi/service-kit/attempt-counters.ts';
import type { OrderLinks } from '@vidhi/service-kit/order-link.ts';
import { emailKey } from './purchase.ts';
import type { PurchaseStore } from './purchase-store.ts';

export interface FindOrderOptions {
  purchases: Pick<PurchaseStore, 'findByNumber'>;
  links: Pick<OrderLinks, 'sign'>;
  counters: Pick<AttemptCounters, 'hit'>;
  /** Resolves when that many milliseconds have passed. */
  pause?: (ms: number) => Promise<unknown>;
  now?: () => number;
}

const HOUR_MS = 3_600_000;
/** Queries of one order number, whether it exists or not. So nobody who has seen a number can try addresses for it. */
export const MAX_QUERIES_PER_HOUR = 20;
/** Every response takes this long, so that its time does not reveal whether the number exists. */
export const RESPONSE_MS = 300;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Finds an order by its number and the e-mail address of its buyer. Rejects with the same 404 in the same time whatever of
 * the two is wrong, and with 429 after too many queries of a number.
 */
export function createFindOrder(
  options: FindOrderOptions,
): (query: OrderQuery) => Promise<OrderLinkResponse> {
  const { purchases, links, counters, pause = delay, now = () => performance.now() } = options;

  async function find({ purchase_number, email }: OrderQuery): Promise<OrderLinkResponse | null> {
    const purchase = await purchases.findByNumber(normalizeOrderNumber(purchase_number));
    const expected = purchase?.buyerEmail ?? '';
    // Stored keys of earlier releases have an international domain as its buyer wrote it.
    const isBuyer = timingSafeEqual(digest(emailKey(email)), digest(emailKey(expected)));
    if (purchase === null || expected === '' || !isBuyer) return null;
    return { data: { checkout_id: purchase.checkoutId, key: links.sign(purchase.checkoutId) } };
  }

  return async (query) => {
    const endsAt = now() + RESPONSE_MS;
    const number = digest(normalizeOrderNumber(query.purchase_number)).toString('base64url');
    const { count } = await counters.hit(`order:${number}`, HOUR_MS);
    if (count > MAX_QUERIES_PER_HOUR) throw tooManyRequests();
    const found = await find(query);
    await pause(Math.max(0, endsAt - now()));
    if (found === null) throw notFound('No order has this number and email address');
    return found;
  };
}
