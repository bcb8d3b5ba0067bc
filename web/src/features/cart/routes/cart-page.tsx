import { useEffect } from 'react';
import type { ShippingTerms } from '@vidhi/contracts/shipping-charge.ts';
import { AddressForm } from '#shared/address/address-form.tsx';
import { addressForm } from '#shared/address/address-form-definition.ts';
import { AppPage } from '#shared/app-page/app-page.tsx';
import { useCart } from '#shared/cart/cart-api.ts';
import type { CartOwner } from '#shared/cart/cart-memory.ts';
import { isSold, totalsOf, type Cart } from '#shared/cart/cart.ts';
import { useShippingTerms } from '#shared/cart/shipping-terms.ts';
import { SimilarProducts } from '#shared/catalogue/similar-products.tsx';
import { formatPaise } from '#shared/catalogue/money.ts';
import { cataloguePath } from '#shared/catalogue/catalogue-kind.ts';
import { PolicyLinks } from '#shared/payment/policy-links.tsx';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { BusyLabel } from '#shared/ui/busy-label.tsx';
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
  notBegun: 'We could not start the payment. You have not been charged. Please try again.',
  changed: 'The amount has changed. Please check it before you pay.',
  soldOut: 'Not enough copies are left. Please take fewer copies, or remove the book.',
} as const;

/** `/cart`: the books, where they go, and what they cost together. */
export function CartPage() {
  const { owner, cart, hasFailed, isFetching, refetch } = useCart();
  const { terms, refetchTerms } = useShippingTerms();
  const refetchAll = (): void => {
    refetchTerms();
    void refetch();
  };
  return (
    <AppPage>
      <p className={styles.cartBack}>
        <PageLink to={cataloguePath('books')}>
          <ArrowIcon direction="left" />
          Back<span className="visually-hidden"> to Books</span>
        </PageLink>
      </p>
      <header className="page-head">
        <h1>Cart</h1>
      </header>
      {hasFailed && (
        <UnreadCart hasLines={cart !== undefined} isBusy={isFetching} retry={() => void refetch()} />
      )}
      {cart === undefined || owner === null || terms === null ? (
        !hasFailed && <Skeleton shape="article" label="Loading the cart" />
      ) : cart.lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <FilledCart cart={cart} terms={terms} owner={owner} refetch={refetchAll} />
      )}
    </AppPage>
  );
}

interface UnreadCartProps {
  /** Whether an earlier state of the cart is shown. */
  hasLines: boolean;
  isBusy: boolean;
  retry: () => void;
}

const UnreadCart = ({ hasLines, isBusy, retry }: UnreadCartProps) => (
  <div className={styles.cartUnread}>
    <p className={styles.cartFailure} role="alert">
      {hasLines
        ? 'We could not check your cart just now. It may have changed.'
        : 'We could not load your cart. Your books are still in it.'}
    </p>
    <button
      className="button"
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || retry()}
    >
      Try again
    </button>
  </div>
);

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
  terms: ShippingTerms;
  owner: CartOwner;
  refetch: () => unknown;
}

function FilledCart({ cart, terms, owner, refetch }: FilledCartProps) {
  const { data: settings } = useSettingsQuery();
  useEffect(() => noteNewPrices(cart), [cart]);
  const totals = totalsOf(cart, terms);
  const { notice, isBusy, submit } = usePurchase({ cart, totalPaise: totals.total, owner, refetch });
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
        <OrderSummary totals={totals} freeFrom={terms.free_shipping_from_paise}>
          <div className={styles.cartBar}>
            {books.length > 0 && (
              <>
                <p className={styles.cartBarTotal} aria-hidden="true">
                  Total <b>{formatPaise(totals.total)}</b>
                </p>
                <button
                  className={`button ${styles.orderSummaryBuy}`}
                  type="submit"
                  form={addressForm.id}
                  aria-disabled={isBusy || undefined}
                >
                  <BusyLabel isBusy={isBusy} busy="Please wait">
                    Proceed to Buy
                  </BusyLabel>
                </button>
              </>
            )}
            <p className={styles.cartFailure} role="alert">
              {notice !== null && (typeof notice === 'string' ? NOTICES[notice] : notice.limit)}
            </p>
          </div>
          <p className={styles.orderSummaryNote}>
            You can pay by UPI, card or netbanking. The payment opens in a secure window.
          </p>
          <PolicyLinks className={styles.orderSummaryNote} />
        </OrderSummary>
      </div>
      {categories.length > 0 && <SimilarProducts like={{ ids: books.map(({ id }) => id), categories }} />}
    </>
  );
}
