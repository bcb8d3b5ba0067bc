import { unavailable } from '@vidhi/contracts/errors.ts';
import { PaymentLinkDetails } from '@vidhi/contracts/payment-links.ts';
import { SellerState } from '@vidhi/contracts/seller.ts';
import { createServiceClient, servicePath } from '@vidhi/service-kit/service-client.ts';
import type { FindSeller } from '../seller/seller.ts';
import { PurchaseProgress } from '@vidhi/contracts/order-status.ts';
import {
  SHIPPING_PAISE,
  PriceResponse,
  PurchasedCheckout,
  StockResponse,
  type PricedLine,
  type PriceQuery,
  type RestoreQuery,
  type StockQuery,
} from '@vidhi/contracts/purchases.ts';

const TIMEOUT_MS = 3_000;

/** A cart at current prices. */
export interface PricedCart {
  lines: PricedLine[];
  shippingPaise: number;
  returnDays?: number;
}

/** Fetches a cart, or one book, at current prices. Throws 503 while cart-orders does not respond. */
export type PriceCart = (query: PriceQuery) => Promise<PricedCart>;

/** Reserves the copies of a checkout; resolves with the books that could not be reserved. Throws 503 like the above. */
export type ReserveStock = (query: StockQuery) => Promise<StockResponse>;

/**
 * Restores the lines that the client has deleted since their checkout and until `removedBefore`; may be repeated. Throws
 * 503 like the above.
 */
export type RestoreLines = (lines: RestoreQuery['lines'], removedBefore: Date) => Promise<void>;

/** Fetches the purchase of a checkout; null when there is none. Throws 503 like the above. */
export type FindPurchased = (checkoutId: string) => Promise<PurchasedCheckout | null>;

/** Fetches a payment link; null when there is none. Throws 503 like the above. */
export type FindPaymentLink = (id: string) => Promise<PaymentLinkDetails | null>;

/** Fetches how far the purchase of a checkout is; null when there is none. Throws 503 like the above. */
export type FindProgress = (checkoutId: string) => Promise<PurchaseProgress | null>;

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
  findPaymentLink: FindPaymentLink;
} {
  const cartOrders = createServiceClient({
    url: cartOrdersUrl,
    serviceToken,
    timeoutMs: TIMEOUT_MS,
    toError: (cause) => Object.assign(unavailable(5, 'try again'), { cause }),
  });
  return {
    async priceCart(query) {
      const priced = await cartOrders.post('/internal/carts/price', PriceResponse, query);
      return { shippingPaise: SHIPPING_PAISE, ...priced };
    },
    reserveStock: (query) => cartOrders.post('/internal/stock/reserve', StockResponse, query),
    restoreLines: (lines, removedBefore) =>
      cartOrders.send('/internal/carts/restore', {
        lines: lines.map(({ lineId, lineRev }) => ({ lineId, lineRev })),
        removedBefore: removedBefore.toISOString(),
      } satisfies RestoreQuery),
    findPurchased: (id) =>
      cartOrders.find(servicePath`/internal/checkouts/${id}/purchase`, PurchasedCheckout),
    findPaymentLink: (id) => cartOrders.find(servicePath`/internal/payment-links/${id}`, PaymentLinkDetails),
    findSeller: () => cartOrders.get('/internal/seller', SellerState),
    findProgress: (id) => cartOrders.find(servicePath`/internal/checkouts/${id}/progress`, PurchaseProgress),
  };
}
