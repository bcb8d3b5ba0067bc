import { Value } from 'typebox/value';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { SellerState } from '@vidhi/contracts/seller.ts';
import type { FindSeller } from '../seller.ts';
import { PurchaseProgress } from '@vidhi/contracts/order-status.ts';
import {
  PriceResponse,
  PurchasedCheckout,
  StockResponse,
  type PricedLine,
  type PriceQuery,
  type RestoreQuery,
  type StockQuery,
} from '@vidhi/contracts/purchases.ts';

const TIMEOUT_MS = 3_000;

/** Fetches the lines of a cart, or one book, at current prices. Throws 503 while cart-orders does not respond. */
export type PriceCart = (query: PriceQuery) => Promise<PricedLine[]>;

/** Reserves the copies of a checkout; resolves with the books that could not be reserved. Throws 503 like the above. */
export type ReserveStock = (query: StockQuery) => Promise<StockResponse>;

/**
 * Restores the lines that the client has deleted since their checkout and until `removedBefore`; may be repeated. Throws
 * 503 like the above.
 */
export type RestoreLines = (lines: RestoreQuery['lines'], removedBefore: Date) => Promise<void>;

/** Fetches the purchase of a checkout; null when there is none. Throws 503 like the above. */
export type FindPurchased = (checkoutId: string) => Promise<PurchasedCheckout | null>;

/** Fetches how far the purchase of a checkout is; null when there is none. Throws 503 like the above. */
export type FindProgress = (checkoutId: string) => Promise<PurchaseProgress | null>;

const createCall = (cartOrdersUrl: string, serviceToken: string) => async (path: string, body?: object) => {
  try {
    const response = await fetch(`${cartOrdersUrl}${path}`, {
      headers: {
        'x-service-token': serviceToken,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (body === undefined && response.status === 404) return null;
    if (!response.ok) throw new Error(`cart-orders responded ${response.status}`);
    return (await response.json()) as unknown;
  } catch {
    throw unavailable(5, 'try again');
  }
};

export function createCartClient(
  cartOrdersUrl: string,
  serviceToken: string,
): {
  priceCart: PriceCart;
  reserveStock: ReserveStock;
  restoreLines: RestoreLines;
  findPurchased: FindPurchased;
  findProgress: FindProgress;
  findSeller: FindSeller;
} {
  const call = createCall(cartOrdersUrl, serviceToken);
  return {
    priceCart: async (query) => Value.Parse(PriceResponse, await call('/internal/carts/price', query)).lines,
    reserveStock: async (query) => Value.Parse(StockResponse, await call('/internal/stock/reserve', query)),
    async restoreLines(lines, removedBefore) {
      const query: RestoreQuery = {
        lines: lines.map(({ lineId, lineRev }) => ({ lineId, lineRev })),
        removedBefore: removedBefore.toISOString(),
      };
      await call('/internal/carts/restore', query);
    },
    async findPurchased(checkoutId) {
      const purchase = await call(`/internal/checkouts/${encodeURIComponent(checkoutId)}/purchase`);
      return purchase === null ? null : Value.Parse(PurchasedCheckout, purchase);
    },
    findSeller: async () => Value.Parse(SellerState, await call('/internal/seller')),
    async findProgress(checkoutId) {
      const progress = await call(`/internal/checkouts/${encodeURIComponent(checkoutId)}/progress`);
      return progress === null ? null : Value.Parse(PurchaseProgress, progress);
    },
  };
}
