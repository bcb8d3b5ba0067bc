import { formatPaise, formatRupees } from '#shared/catalogue/money.ts';
import { Price } from '#shared/catalogue/price.tsx';
import type { BookItem } from '../item.ts';

const SHIPPING_CHARGE_RUPEES = 100;

/**
 * What a book costs, with its delivery. Quantity and Add to Cart belong at the end of this panel, and on phones in a
 * bar at the lower edge, as soon as the site has a cart.
 */
export function BuyPanel({ book: { price } }: { book: BookItem }) {
  if (price === null) return null;
  return (
    <section className="buy" aria-label="Price and delivery">
      <Price price={price} />
      {price.payable < price.mrp && (
        <p className="buy__saved">You save {formatPaise(price.mrp - price.payable)}</p>
      )}
      <ul className="buy__facts">
        <li className="buy__stock">In stock</li>
        <li>Shipping {formatRupees(SHIPPING_CHARGE_RUPEES)} for the whole order</li>
      </ul>
    </section>
  );
}
