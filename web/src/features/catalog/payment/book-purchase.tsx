import { Modal } from 'antd';
import { useState } from 'react';
import { AddressForm } from '#shared/address/address-form.tsx';
import { addressForm, type Addresses } from '#shared/address/address-form-definition.ts';
import { SHIPPING_PAISE } from '#shared/cart/cart-limits.ts';
import { formatPaise, type BookPrice } from '#shared/catalogue/money.ts';
import { itemPath, paymentPath } from '#shared/catalogue/catalogue-kind.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { statusPath } from '#shared/payment/last-purchase.ts';
import { loginPath } from '#shared/routing/login-target.ts';
import { useSession } from '#shared/session/session.ts';
import { BusyLabel } from '#shared/ui/busy-label.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { BookItem } from '../item/item.ts';
import { NOT_BOUGHT, useBookPurchase } from './use-book-purchase.ts';
import * as styles from './payment-target.module.css';

/** Price of one copy with its delivery, and the way to buy it: directly for accounts, by the cart for guests. */
export function BookPurchase({ book }: { book: BookItem }) {
  const session = useSession();
  const { price } = book;
  if (price === null) return <p>This book is not for sale.</p>;
  const path = itemPath('books', book);
  return (
    <section className={styles.bookPurchase} aria-label="Purchase">
      <dl className={styles.bookPurchaseRows}>
        <div>
          <dt>Price of one copy</dt>
          <dd>{formatPaise(price.payable)}</dd>
        </div>
        <div>
          <dt>Shipping charge</dt>
          <dd>{formatPaise(SHIPPING_PAISE)}</dd>
        </div>
        <div className={styles.bookPurchaseTotal}>
          <dt>Total</dt>
          <dd>{formatPaise(price.payable + SHIPPING_PAISE)}</dd>
        </div>
      </dl>
      {session === null ? (
        <>
          <PageLink className="button" to={loginPath(paymentPath(book))}>
            Log in to confirm
          </PageLink>
          <p>
            Without an account, <PageLink to={path}>put it into the cart</PageLink>.
          </p>
        </>
      ) : (
        <ConfirmPurchase book={book} price={price} userId={session.user.id} />
      )}
    </section>
  );
}

interface ConfirmPurchaseProps {
  book: BookItem;
  price: BookPrice;
  userId: number;
}

/** Addresses that were entered, until the dialog is answered. */
interface Pending {
  addresses: Addresses;
  end: (result: SubmitResult) => void;
}

function ConfirmPurchase({ book, price, userId }: ConfirmPurchaseProps) {
  const [pending, setPending] = useState<Pending | null>(null);
  const { message, isPlaced, purchase, isBusy, buy } = useBookPurchase(book, price, userId);
  const submit = (addresses: Addresses): Promise<SubmitResult> =>
    new Promise((end) => setPending({ addresses, end }));
  const handlePay = () => {
    // The provider's widget is a dialog of its own.
    setPending(null);
    if (pending !== null) void buy(pending.addresses).then(pending.end);
  };
  const handleCancel = () => {
    setPending(null);
    pending?.end(NOT_BOUGHT);
  };
  return (
    <>
      {!isPlaced && <AddressForm submit={submit} />}
      <p className={styles.bookPurchaseNotice} role="alert">
        {!isPlaced && message}
      </p>
      <output className={styles.bookPurchasePlaced}>{isPlaced && message}</output>
      {purchase !== null && (
        <p>
          <PageLink to={statusPath(purchase)}>Track your order</PageLink>
        </p>
      )}
      {!isPlaced && (
        <button className="button" type="submit" form={addressForm.id} aria-disabled={isBusy || undefined}>
          <BusyLabel isBusy={isBusy} busy="Please wait">
            Confirm
          </BusyLabel>
        </button>
      )}
      <Modal
        open={pending !== null}
        title="Confirm the order"
        okText="Pay"
        // The second click of a double click on Confirm would close it.
        mask={{ closable: false }}
        onOk={handlePay}
        onCancel={handleCancel}
      >
        <p>
          One copy of {book.title}, {formatPaise(price.payable + SHIPPING_PAISE)} with shipping.
        </p>
      </Modal>
    </>
  );
}
