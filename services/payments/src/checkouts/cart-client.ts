import { Value } from 'typebox/value';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { PriceAnswer, type PricedLine, type PriceQuery } from '@vidhi/contracts/purchases.ts';

const TIMEOUT_MS = 3_000;

/** The lines of a cart, or one book, at the prices of the moment. Throws 503 while cart-orders does not answer. */
export type PriceCart = (query: PriceQuery) => Promise<PricedLine[]>;

export const createPriceCart =
  (cartOrdersUrl: string, serviceToken: string): PriceCart =>
  async (query) => {
    try {
      const response = await fetch(`${cartOrdersUrl}/internal/carts/price`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-token': serviceToken },
        body: JSON.stringify(query),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`cart-orders answered ${response.status}`);
      return Value.Parse(PriceAnswer, await response.json()).lines;
    } catch {
      throw unavailable(5, 'try again');
    }
  };
