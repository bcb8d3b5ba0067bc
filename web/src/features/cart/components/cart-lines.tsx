import { useRef } from 'react';
import { useRemoveLineMutation, useSetQuantityMutation } from '#shared/cart/cart-api.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import type { CartOwner } from '#shared/cart/cart-memory.ts';
import type { Cart, CartLine } from '#shared/cart/cart.ts';
import type { SeenPrices } from '../seen-prices.ts';
import { CartLineView } from './cart-line.tsx';

const FAILURES = {
  quantity: 'Failed to create or update cart.',
  delete: 'Failed to remove item from cart.',
} as const;

interface CartLinesProps {
  cart: Cart;
  owner: CartOwner;
  seenPrices: SeenPrices;
}

/** The books of the cart. While one change is sent, no other can be made. */
export function CartLines({ cart: { lines }, owner, seenPrices }: CartLinesProps) {
  const [setQuantity, { isLoading: isSetting }] = useSetQuantityMutation();
  const [removeLine, { isLoading: isRemoving }] = useRemoveLineMutation();
  const notices = useNotices();
  const heading = useRef<HTMLHeadingElement>(null);
  // State alone would let a second click of the same moment through.
  const isLocked = useRef(false);

  async function change(
    kind: keyof typeof FAILURES,
    send: () => Promise<{ error?: unknown }>,
  ): Promise<void> {
    if (isLocked.current) return;
    isLocked.current = true;
    const { error } = await send();
    isLocked.current = false;
    // Above the page: within it, the lines would move under the finger.
    if (error !== undefined) notices.error(FAILURES[kind]);
    // The button that had the focus is gone.
    if (error === undefined && kind === 'delete') heading.current?.focus();
  }
  const handleQuantity = ({ id }: CartLine, quantity: number) =>
    void change('quantity', () => setQuantity({ owner, lineId: id, quantity }));
  const handleDelete = ({ id }: CartLine) => void change('delete', () => removeLine({ owner, lineId: id }));
  return (
    <section aria-labelledby="cart-books">
      <h2 className="rubric" id="cart-books" ref={heading} tabIndex={-1}>
        Books
      </h2>
      <ul>
        {lines.map((line) => (
          <CartLineView
            key={line.id}
            line={line}
            seenPrice={line.book === null ? undefined : seenPrices[line.book.id]}
            isBusy={isSetting || isRemoving}
            onQuantity={(quantity) => handleQuantity(line, quantity)}
            onDelete={() => handleDelete(line)}
          />
        ))}
      </ul>
    </section>
  );
}
