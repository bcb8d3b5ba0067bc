import { useEffect } from 'react';
import { AddressForm } from '#shared/address/address-form.tsx';
import { addressForm } from '#shared/address/address-form-definition.ts';
import { AntdPage } from '#shared/antd/antd-page.tsx';
import { useCart } from '#shared/cart/cart-api.ts';
import type { CartOwner } from '#shared/cart/cart-memory.ts';
import { isSold, totalsOf, type Cart } from '#shared/cart/cart.ts';
import { SimilarProducts } from '#shared/catalogue/similar-products.tsx';
import { cataloguePath } from '#shared/catalogue/catalogue-kind.ts';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { ArrowIcon } from '#shared/ui/icons.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { CartLines } from '../components/cart-lines.tsx';
import { CustomerLogin } from '../components/customer-login.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { usePurchase } from '../use-purchase.ts';
import { noteNewPrices, readSeenPrices } from '../seen-prices.ts';
import * as styles from '../cart.module.css';

const NOTICES = {
  failed: 'Payment failed. Please try again.',
  changed: 'The amount has changed. Please look at it once more before you pay.',
  soldOut: 'Not enough copies are left. Please take fewer copies, or remove the book.',
} as const;

/** `/cart`: the books, where they go, and what they cost together. */
export function CartPage() {
  // Not `currentData`: at login the cart of the guest stays until that of the account is there, and with it the form.
  const { owner, data: cart, refetch } = useCart();
  return (
    <AntdPage>
      <p className={styles.cartBack}>
        <PageLink to={cataloguePath('books')}>
          <ArrowIcon direction="left" />
          Back<span className="visually-hidden"> to Books</span>
        </PageLink>
      </p>
      <header className="page-head">
        <h1>Cart</h1>
      </header>
      {cart === undefined || owner === null ? (
        <Skeleton shape="article" label="Loading the cart" />
      ) : cart.lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <FilledCart cart={cart} owner={owner} refetch={refetch} />
      )}
    </AntdPage>
  );
}

const EmptyCart = () => (
  <div className={styles.cartEmpty}>
    <p className="empty">Your cart is empty.</p>
    <PageLink className="button" to={cataloguePath('books')}>
      Browse the books
    </PageLink>
  </div>
);

interface FilledCartProps {
  cart: Cart;
  owner: CartOwner;
  refetch: () => unknown;
}

function FilledCart({ cart, owner, refetch }: FilledCartProps) {
  const { data: settings } = useSettingsQuery();
  useEffect(() => noteNewPrices(cart), [cart]);
  const { notice, isBusy, submit } = usePurchase({ cart, owner, refetch });
  const books = cart.lines.filter(isSold).map(({ book }) => book);
  const categories = [...new Set(books.flatMap((book) => book.categories))];
  return (
    <>
      <div className={styles.cart}>
        <div className={styles.cartMain}>
          <CartLines cart={cart} owner={owner} seenPrices={readSeenPrices()} />
          {owner === 'guest' && settings?.showAuth === true && <CustomerLogin />}
          {books.length > 0 && <AddressForm submit={submit} />}
        </div>
        <OrderSummary totals={totalsOf(cart)}>
          <p className={styles.cartFailure} role="alert">
            {notice !== null && (typeof notice === 'string' ? NOTICES[notice] : notice.limit)}
          </p>
          {books.length > 0 && (
            <button
              className={`button ${styles.orderSummaryBuy}`}
              type="submit"
              form={addressForm.id}
              aria-disabled={isBusy || undefined}
            >
              {isBusy ? 'One moment' : 'Proceed to Buy'}
            </button>
          )}
          <p className={styles.orderSummaryNote}>
            Cards, UPI and netbanking, in the window of the card provider.
          </p>
        </OrderSummary>
      </div>
      {categories.length > 0 && <SimilarProducts like={{ ids: books.map(({ id }) => id), categories }} />}
    </>
  );
}
