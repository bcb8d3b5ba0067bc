import { useEffect, useSyncExternalStore } from 'react';
import { parseCartCount, readBatchId, readCartCount, subscribeCartCount } from '#shared/cart/cart-memory.ts';
import { useSession, useSessionDispatch, useSessionStatus } from '#shared/session/session.ts';
import { CartIcon } from '#shared/ui/icons.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from './cart-link.module.css';

/**
 * The way to the cart, with the number of copies in it, which the browser remembers. It is requested once for an account
 * whose cart this browser does not know yet, and for a guest's cart that a login makes the account's.
 */
export function CartLink() {
  const session = useSession();
  const status = useSessionStatus();
  const dispatch = useSessionDispatch();
  const { owner, count: remembered } = parseCartCount(
    useSyncExternalStore(subscribeCartCount, readCartCount, () => ''),
  );
  const userId = session?.user.id;
  const isResuming = status === 'unknown' || status === 'resuming';
  const count = isResuming || owner === (userId ?? 'guest') ? remembered : 0;
  const books = count === 1 ? '1 book' : `${count} books`;
  useEffect(() => {
    if (userId === undefined || (owner === userId && readBatchId() === null)) return;
    import('#shared/cart/cart-api.ts').then(
      ({ cartApi }) =>
        void dispatch(cartApi.endpoints.cart.initiate(userId, { subscribe: false, forceRefetch: true })),
      // The cart page counts by itself.
      () => undefined,
    );
  }, [userId, owner, dispatch]);
  return (
    <PageLink className={styles.cartLink} to="/cart">
      <CartIcon />
      <span className={styles.cartLinkText}>Cart</span>
      {count > 0 && (
        <>
          <span className="visually-hidden"> with {books}</span>
          <span className={styles.cartLinkCount} aria-hidden="true">
            {count}
          </span>
        </>
      )}
    </PageLink>
  );
}
