import { SHIPPING_PAISE } from '#shared/cart/cart-limits.ts';
import { formatPaise } from '#shared/catalogue/money.ts';
import { Price } from '#shared/catalogue/price.tsx';
import { paymentPath } from '#shared/catalogue/stores.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { BookItem } from '../item.ts';
import { BuyForm } from './buy-form.tsx';

/** What a book costs, with its delivery, and Add to Cart, which phones show in a bar at the lower edge. */
export function BuyPanel({ book }: { book: BookItem }) {
  const { price } = book;
  if (price === null) return null;
  return (
    <section className="buy" aria-label="Price and delivery">
      <Price price={price} />
      {price.payable < price.mrp && (
        <p className="buy__saved">You save {formatPaise(price.mrp - price.payable)}</p>
      )}
      <ul className="buy__facts">
        <li className="buy__stock">In stock</li>
        <li>Shipping {formatPaise(SHIPPING_PAISE)} for the whole order</li>
      </ul>
      <BuyForm book={book} payable={price.payable} />
      <p className="buy__confirm">
        One copy, at once: <PageLink to={paymentPath(book)}>Confirm</PageLink>
      </p>
    </section>
  );
}
