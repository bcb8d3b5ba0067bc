import { Value } from 'typebox/value';
import { unavailable } from '@vidhi/contracts/errors.ts';
import {
  PriceAnswer,
  StockAnswer,
  type PricedLine,
  type PriceQuery,
  type StockQuery,
} from '@vidhi/contracts/purchases.ts';

const TIMEOUT_MS = 3_000;

/** The lines of a cart, or one book, at the prices of the moment. Throws 503 while cart-orders does not answer. */
export type PriceCart = (query: PriceQuery) => Promise<PricedLine[]>;

/** Reserves the copies of a checkout; resolves with the books of which there are too few. Throws 503 like the above. */
export type ReserveStock = (query: StockQuery) => Promise<number[]>;

const createCall = (cartOrdersUrl: string, serviceToken: string) => async (path: string, body: object) => {
  try {
    const response = await fetch(`${cartOrdersUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-token': serviceToken },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`cart-orders answered ${response.status}`);
    return (await response.json()) as unknown;
  } catch {
    throw unavailable(5, 'try again');
  }
};

export function createCartClient(
  cartOrdersUrl: string,
  serviceToken: string,
): { priceCart: PriceCart; reserveStock: ReserveStock } {
  const call = createCall(cartOrdersUrl, serviceToken);
  return {
    priceCart: async (query) => Value.Parse(PriceAnswer, await call('/internal/carts/price', query)).lines,
    reserveStock: async (query) =>
      Value.Parse(StockAnswer, await call('/internal/stock/reserve', query)).missing,
  };
}
