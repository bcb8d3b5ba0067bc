import type { ReactNode } from 'react';
import type { CartTotals } from '#shared/cart/cart.ts';
import { formatPaise } from '#shared/catalogue/money.ts';
import * as styles from '../cart.module.css';

interface OrderSummaryProps {
  totals: CartTotals;
  /** Worth of the books in paise from which on they ship free; 0: never. */
  freeFrom: number;
  /** Buttons and links below the totals. */
  children?: ReactNode;
}

/** Totals of the cart. */
export function OrderSummary({ totals, freeFrom, children }: OrderSummaryProps) {
  const { copies, marked, saved, shipping, total } = totals;
  return (
    <section className={styles.orderSummary} aria-labelledby="order-summary">
      <h2 className="rubric" id="order-summary">
        Order summary
      </h2>
      <dl className={styles.orderSummaryRows}>
        <div>
          <dt>{copies === 1 ? '1 book' : `${copies} books`}</dt>
          <dd>{formatPaise(marked)}</dd>
        </div>
        {saved > 0 && (
          <div className={styles.orderSummarySaved}>
            <dt>Discount</dt>
            <dd>−{formatPaise(saved)}</dd>
          </div>
        )}
        <div>
          <dt>Shipping charge</dt>
          <dd>{copies > 0 && shipping === 0 ? 'Free' : formatPaise(shipping)}</dd>
        </div>
        <div className={styles.orderSummaryTotal}>
          <dt>Total</dt>
          <dd>
            <output aria-label="Total">{formatPaise(total)}</output>
          </dd>
        </div>
      </dl>
      {shipping > 0 && freeFrom > 0 && (
        <p className={styles.orderSummaryNote}>
          Free shipping on books worth {formatPaise(freeFrom)} or more.
        </p>
      )}
      {children}
    </section>
  );
}
