import type { FastifyInstance } from 'fastify';
import type { LiveModel } from '@vidhi/content-service';
import { PriceResponse, PriceQuery, RestoreQuery, type PricedLine } from '@vidhi/contracts/purchases.ts';
import { shippingOf } from '@vidhi/contracts/shipping-charge.ts';
import type { ShopSettingsStore } from '../settings/shop-settings-store.ts';
import { isHidden, priceOf } from '../catalogue/book-facts.ts';
import { MIN_BATCH_ID_CHARS, guestOwner, userOwner } from './cart-line.ts';
import type { CartStore } from './cart-store.ts';

export interface PriceRoutesOptions {
  carts: Pick<CartStore, 'list' | 'merge' | 'checkedOut' | 'restore'>;
  catalogue: Pick<LiveModel, 'model' | 'untilCurrent'>;
  settings: Pick<ShopSettingsStore, 'read'>;
}

/**
 * Routes for payments: a cart, or one book, at current prices for a checkout, and the cart as it was at a checkout whose
 * payment failed. Books that are withdrawn or hidden, or have no price, are left out. The enclosing scope requires the service token.
 */
export async function priceRoutes(
  app: FastifyInstance,
  { carts, catalogue, settings }: PriceRoutesOptions,
): Promise<void> {
  const price = (line: Pick<PricedLine, 'lineId' | 'lineRev' | 'bookId' | 'quantity'>): PricedLine[] => {
    const priced = isHidden(catalogue.model, line.bookId) ? null : priceOf(catalogue.model, line.bookId);
    return priced === null ? [] : [{ ...line, ...priced }];
  };

  /** Adds the terms of this moment: they are those of the checkout, however they are changed afterwards. */
  async function withTerms(lines: PricedLine[]): Promise<PriceResponse> {
    const items = lines.reduce((sum, line) => sum + line.unitPaise * line.quantity, 0);
    const terms = await settings.read();
    return { lines, shippingPaise: shippingOf(items, terms), returnDays: terms.return_days };
  }

  app.post<{ Body: PriceQuery }>(
    '/internal/carts/price',
    { schema: { body: PriceQuery, response: { 200: PriceResponse } } },
    async ({ body: { userId, batchId, bookId } }): Promise<PriceResponse> => {
      await catalogue.untilCurrent();
      if (bookId !== undefined)
        return withTerms(price({ lineId: `book:${bookId}`, lineRev: 0, bookId, quantity: 1 }));
      const isProof = batchId !== null && batchId.length >= MIN_BATCH_ID_CHARS;
      if (userId !== null) await carts.merge(isProof ? batchId : null, userId);
      const owner = userId !== null ? userOwner(userId) : isProof ? guestOwner(batchId) : null;
      const lines = owner === null ? [] : await carts.list([owner]);
      const priced = lines.flatMap(({ lineId, rev, bookId, quantity }) =>
        price({ lineId, lineRev: rev, bookId, quantity }),
      );
      if (priced.length > 0) await carts.checkedOut(priced.map(({ lineId }) => lineId));
      return withTerms(priced);
    },
  );

  app.post<{ Body: RestoreQuery }>(
    '/internal/carts/restore',
    { schema: { body: RestoreQuery } },
    async ({ body }) => {
      await carts.restore(body.lines, new Date(body.removedBefore));
      return {};
    },
  );
}
