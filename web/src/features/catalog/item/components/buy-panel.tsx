import { useEffect, useState } from 'react';
import { formatPaise } from '#shared/catalogue/money.ts';
import { Price } from '#shared/catalogue/price.tsx';
import { paymentPath } from '#shared/catalogue/catalogue-kind.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { BookItem } from '../item.ts';
import { BuyForm } from './buy-form.tsx';
import * as styles from '../item.module.css';

/** Facts that no cached page can contain: null until they were fetched. */
function useSaleFacts(bookId: number): { isAvailable: boolean | null; shipping: string | null } {
  const [isAvailable, setAvailable] = useState<boolean | null>(null);
  const [shipping, setShipping] = useState<string | null>(null);
  const dispatch = useSessionDispatch();
  useEffect(() => {
    const ended = new AbortController();
    void import('../follow-availability.ts').then(
      ({ followSale }) => followSale(bookId, dispatch, { setAvailable, setShipping }, ended.signal),
      // The checkout decides.
      () => undefined,
    );
    return () => {
      ended.abort();
      setAvailable(null);
    };
  }, [bookId, dispatch]);
  return { isAvailable, shipping };
}

/** Price of a book with its delivery, and Add to Cart, which phones show in a bar at the lower edge. */
export function BuyPanel({ book }: { book: BookItem }) {
  const { price } = book;
  const { isAvailable, shipping } = useSaleFacts(book.id);
  if (price === null) return null;
  return (
    <section className={styles.buy} aria-label="Price and delivery">
      <Price price={price} />
      {price.payable < price.mrp && (
        <p className={styles.buySaved}>You save {formatPaise(price.mrp - price.payable)}</p>
      )}
      <ul className={styles.buyFacts}>
        {isAvailable === null ? (
          <li>We check the stock when you place the order</li>
        ) : (
          <li className={isAvailable ? styles.buyStock : undefined}>
            {isAvailable ? 'In stock' : 'Out of stock'}
          </li>
        )}
        <li>{shipping ?? 'You see the shipping charge before you pay'}</li>
      </ul>
      {isAvailable !== false && <BuyForm book={book} payable={price.payable} />}
      {isAvailable !== false && (
        <p className={styles.buyConfirm}>
          To buy one copy without the cart: <PageLink to={paymentPath(book)}>Confirm</PageLink>
        </p>
      )}
    </section>
  );
}
