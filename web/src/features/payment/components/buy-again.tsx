import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isProblem } from '#shared/api/problem.ts';
import { useAddToCartMutation, useCartOwner } from '#shared/cart/cart-api.ts';
import { MAX_QUANTITY } from '#shared/cart/cart-limits.ts';
import type { OrderDetails } from '#shared/payment/payment-api.ts';
import { BusyLabel } from '#shared/ui/busy-label.tsx';
import * as styles from '../payment.module.css';

const FAILED = 'The books could not be put into the cart. Please try again.';

/** Why a book was not put into the cart. */
type Obstacle = 'unsold' | 'full' | 'failed';

/** The cart rejects books that are not sold, and what is more than it takes; any other error says nothing about the book. */
function obstacleOf(error: unknown): Obstacle {
  if (!isProblem(error) || error.status !== 400) return 'failed';
  const { Quantity: copies, catalog_books: book = '' } = error.fields;
  return copies !== undefined || book.startsWith('A cart must have at most') ? 'full' : 'unsold';
}

function textOf(refused: ReadonlyMap<string, Obstacle>, lines: number): string {
  const titles = (wanted: Obstacle): string =>
    [...refused].flatMap(([title, obstacle]) => (obstacle === wanted ? [title] : [])).join(', ');
  if (titles('failed') !== '') return FAILED;
  return [
    titles('unsold') === '' ? '' : `No longer sold: ${titles('unsold')}.`,
    titles('full') === '' ? '' : `You cannot add more copies of: ${titles('full')}.`,
    refused.size === 0 || refused.size === lines ? '' : 'The others are in your cart.',
  ]
    .filter((text) => text !== '')
    .join(' ');
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
    const refused = new Map<string, Obstacle>();
    for (const { id, book_id: bookId, title, quantity } of lines) {
      if (added.current.has(id)) continue;
      const { error } = await addToCart({ owner, bookId, quantity: Math.min(quantity, MAX_QUANTITY) });
      // One that is refused does not block the others.
      if (error === undefined) added.current.add(id);
      else refused.set(title, obstacleOf(error));
    }
    setAdding(false);
    setFailure(textOf(refused, lines.length));
    if (refused.size === 0) await navigate('/cart');
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
