import { useRef, useState } from 'react';
import { MAX_QUANTITY } from '#shared/cart/cart-limits.ts';
import { QuantityStepper } from '#shared/cart/quantity-stepper.tsx';
import { useSession, useSessionDispatch } from '#shared/session/session.ts';
import { BusyLabel } from '#shared/ui/busy-label.tsx';
import { formatPaise } from '#shared/catalogue/money.ts';
import type { BookItem } from '../item.ts';
import * as styles from '../item.module.css';

const FAILURE = 'Failed to create or update cart.';

/** Puts copies of a book into the cart and opens it. What that needs is loaded at the first click. */
export function BuyForm({ book, payable }: { book: BookItem; payable: number }) {
  const { title } = book;
  const [quantity, setQuantity] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isLocked = useRef(false);
  const session = useSession();
  const dispatch = useSessionDispatch();

  async function add(): Promise<void> {
    const { putIntoCart } = await import('../put-into-cart.ts');
    await putIntoCart(book, quantity, session?.user.id ?? 'guest', dispatch);
  }
  const handleAdd = () => {
    if (isLocked.current) return;
    isLocked.current = true;
    setAdding(true);
    // A failure of the last attempt stays while this one is sent: without it, the button would move.
    add()
      .then(
        () => setFailed(false),
        () => setFailed(true),
      )
      .finally(() => {
        isLocked.current = false;
        setAdding(false);
      });
  };
  return (
    <div className={`${styles.buyForm} needs-script`}>
      <div className={styles.buyBar}>
        <p className={styles.buyBarPrice} aria-hidden="true">
          {formatPaise(payable * quantity)}
        </p>
        <QuantityStepper name={title} quantity={quantity} max={MAX_QUANTITY} onChange={setQuantity} />
        <button className="button" type="button" aria-disabled={isAdding || undefined} onClick={handleAdd}>
          <BusyLabel isBusy={isAdding} busy="Adding">
            Add to Cart
          </BusyLabel>
        </button>
      </div>
      <p className={styles.buyFailure} role="alert">
        {hasFailed && FAILURE}
      </p>
    </div>
  );
}
