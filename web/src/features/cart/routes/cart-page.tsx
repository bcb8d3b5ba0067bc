import { useEffect } from 'react';
import { useCart } from '#shared/cart/cart-api.ts';
import type { CartOwner } from '#shared/cart/cart-memory.ts';
import { isSold, totalsOf, type Cart } from '#shared/cart/cart.ts';
import { SimilarProducts } from '#shared/catalogue/similar-products.tsx';
import { storePath } from '#shared/catalogue/stores.ts';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { ArrowIcon } from '#shared/ui/icons.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { CartLines } from '../components/cart-lines.tsx';
import { CustomerLogin } from '../components/customer-login.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { noteNewPrices, readSeenPrices } from '../seen-prices.ts';
import '../cart.css';

/** `/cart`: the books, where they go, and what they cost together. */
export function CartPage() {
  // Not `currentData`: at login the cart of the guest stays until that of the account is there, and with it the form.
  const { owner, data: cart } = useCart();
  return (
    <>
      <p className="cart__back">
        <PageLink to={storePath('books')}>
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
        <FilledCart cart={cart} owner={owner} />
      )}
    </>
  );
}

const EmptyCart = () => (
  <div className="cart__empty">
    <p className="empty">Your cart is empty.</p>
    <PageLink className="button" to={storePath('books')}>
      Browse the books
    </PageLink>
  </div>
);

function FilledCart({ cart, owner }: { cart: Cart; owner: CartOwner }) {
  const { data: settings } = useSettingsQuery();
  useEffect(() => noteNewPrices(cart), [cart]);
  const books = cart.lines.filter(isSold).map(({ book }) => book);
  const categories = [...new Set(books.flatMap((book) => book.categories))];
  return (
    <>
      <div className="cart">
        <div className="cart__main">
          <CartLines cart={cart} owner={owner} seenPrices={readSeenPrices()} />
          {owner === 'guest' && settings?.showAuth === true && <CustomerLogin />}
        </div>
        <OrderSummary totals={totalsOf(cart)} />
      </div>
      {categories.length > 0 && <SimilarProducts like={{ ids: books.map(({ id }) => id), categories }} />}
    </>
  );
}
