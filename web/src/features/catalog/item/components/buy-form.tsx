import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { MAX_QUANTITY } from '#shared/cart/cart-limits.ts';
import { QuantityStepper } from '#shared/cart/quantity-stepper.tsx';
import { useSession, useSessionDispatch } from '#shared/session/session.ts';
import { formatPaise } from '#shared/catalogue/money.ts';
import type { BookItem } from '../item.ts';
import * as styles from '../item.module.css';

const FAILURE = 'Failed to create or update cart.';

/** Puts copies of a book into the cart and opens it. What that needs is loaded at the first click. */
export function BuyForm({ book: { id, title }, payable }: { book: BookItem; payable: number }) {
  const [quantity, setQuantity] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isLocked = useRef(false);
  const session = useSession();
  const dispatch = useSessionDispatch();
  const navigate = useNavigate();

  async function add(): Promise<void> {
    const { cartApi } = await import('#shared/cart/cart-api.ts');
    const owner = session?.user.id ?? 'guest';
    await dispatch(cartApi.endpoints.addToCart.initiate({ owner, bookId: id, quantity })).unwrap();
    await navigate('/cart');
  }
  const handleAdd = () => {
    if (isLocked.current) return;
    isLocked.current = true;
    setAdding(true);
    setFailed(false);
    add()
      .catch(() => setFailed(true))
      .finally(() => {
        isLocked.current = false;
        setAdding(false);
      });
  };
  return (
    <div className={`${styles.buyForm} needs-script`}>
      <p className={styles.buyFailure} role="alert">
        {hasFailed && FAILURE}
      </p>
      <div className={styles.buyBar}>
        <p className={styles.buyBarPrice} aria-hidden="true">
          {formatPaise(payable * quantity)}
        </p>
        <QuantityStepper name={title} quantity={quantity} max={MAX_QUANTITY} onChange={setQuantity} />
        <button className="button" type="button" aria-disabled={isAdding || undefined} onClick={handleAdd}>
          {isAdding ? 'Adding' : 'Add to Cart'}
        </button>
      </div>
    </div>
  );
}
