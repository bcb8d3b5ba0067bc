import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isProblem } from '#shared/api/problem.ts';
import { useAddToCartMutation, useCartOwner } from '#shared/cart/cart-api.ts';
import { MAX_QUANTITY } from '#shared/cart/cart-limits.ts';
import type { OrderDetails } from '#shared/payment/payment-api.ts';
import { BusyLabel } from '#shared/ui/busy-label.tsx';
import * as styles from '../payment.module.css';

/** Puts the books of an order into the cart again, at the prices of today, and opens it. */
export function BuyAgain({ order: { lines } }: { order: OrderDetails }) {
  const owner = useCartOwner();
  const [addToCart] = useAddToCartMutation();
  const [isAdding, setAdding] = useState(false);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const navigate = useNavigate();

  async function add(): Promise<void> {
    if (owner === null || isAdding) return;
    setAdding(true);
    const missing: string[] = [];
    for (const { book_id: bookId, title, quantity } of lines) {
      const { error } = await addToCart({ owner, bookId, quantity: Math.min(quantity, MAX_QUANTITY) });
      // One that is not sold any more does not block the others.
      if (error !== undefined) missing.push(isProblem(error) && error.status === 0 ? '' : title);
    }
    setAdding(false);
    setFailed(missing);
    if (missing.length === 0) await navigate('/cart');
  }

  const isOffline = failed.includes('');
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
        {isOffline
          ? 'The books could not be put into the cart. Please try again.'
          : failed.length > 0 && `Not sold any more: ${failed.join(', ')}. The others are in your cart.`}
      </p>
    </div>
  );
}
