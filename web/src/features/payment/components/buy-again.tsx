import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isProblem } from '#shared/api/problem.ts';
import { useAddToCartMutation, useCartOwner } from '#shared/cart/cart-api.ts';
import { MAX_QUANTITY } from '#shared/cart/cart-limits.ts';
import type { OrderDetails } from '#shared/payment/payment-api.ts';
import { BusyLabel } from '#shared/ui/busy-label.tsx';
import * as styles from '../payment.module.css';

/** The cart takes no book that is not sold. Any other error says nothing about the book. */
const REJECTED = 400;
const FAILED = 'The books could not be put into the cart. Please try again.';

function missingText(titles: readonly string[], of: number): string {
  if (titles.length === 0) return '';
  const missing = `Not sold any more: ${titles.join(', ')}.`;
  return titles.length < of ? `${missing} The others are in your cart.` : missing;
}

/** Puts the books of an order into the cart again, at the prices of today, and opens it. */
export function BuyAgain({ order: { lines } }: { order: OrderDetails }) {
  const owner = useCartOwner();
  const [addToCart] = useAddToCartMutation();
  const [isAdding, setAdding] = useState(false);
  const [failure, setFailure] = useState('');
  /** Ids of the lines that an attempt has put into the cart: the next one adds the others. */
  const added = useRef(new Set<number>());
  const navigate = useNavigate();

  async function add(): Promise<void> {
    if (owner === null || isAdding) return;
    setAdding(true);
    const missing: string[] = [];
    let isInterrupted = false;
    for (const { id, book_id: bookId, title, quantity } of lines) {
      if (added.current.has(id)) continue;
      const { error } = await addToCart({ owner, bookId, quantity: Math.min(quantity, MAX_QUANTITY) });
      if (error === undefined) added.current.add(id);
      // One that is not sold any more does not block the others.
      else if (isProblem(error) && error.status === REJECTED) missing.push(title);
      else isInterrupted = true;
    }
    setAdding(false);
    setFailure(isInterrupted ? FAILED : missingText(missing, lines.length));
    if (!isInterrupted && missing.length === 0) await navigate('/cart');
  }

  return (
    <div>
      <button
        className={`${styles.plain} needs-script`}
        type="button"
        aria-disabled={isAdding || owner === null || undefined}
        onClick={() => void add()}
      >
        <BusyLabel isBusy={isAdding} busy="Adding">
          Buy again
        </BusyLabel>
      </button>
      <p className={styles.purchaseFailure} role="alert">
        {failure}
      </p>
    </div>
  );
}
