import { Modal } from 'antd';
import { useState, type MouseEvent } from 'react';
import { AddressForm } from '#shared/address/address-form.tsx';
import { addressForm, type Addresses } from '#shared/address/address-form-definition.ts';
import { ignoreSecondClick } from '#shared/browser/ignore-second-click.ts';
import { shippingOf } from '@vidhi/contracts/shipping-charge.ts';
import { useShippingTerms } from '#shared/cart/shipping-terms.ts';
import { formatPaise, type BookPrice } from '#shared/catalogue/money.ts';
import { itemPath, paymentPath } from '#shared/catalogue/catalogue-kind.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { statusPath } from '#shared/payment/last-purchase.ts';
import { loginPath } from '#shared/routing/login-target.ts';
import { useSession } from '#shared/session/session.ts';
import { BusyLabel } from '#shared/ui/busy-label.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { BookItem } from '../item/item.ts';
import { NOT_BOUGHT, useBookPurchase } from './use-book-purchase.ts';
import * as styles from './payment-target.module.css';

/** Price of one copy with its delivery, and the way to buy it: directly for accounts, by the cart for guests. */
export function BookPurchase({ book }: { book: BookItem }) {
  const session = useSession();
  const { terms, refetchTerms } = useShippingTerms();
  const { price } = book;
  if (price === null) return <p>This book is not for sale.</p>;
  if (terms === null) return <Skeleton shape="form" label="Loading the shipping charge" />;
  const shipping = shippingOf(price.payable, terms);
  const totalPaise = price.payable + shipping;
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
          <dd>{shipping === 0 ? 'Free' : formatPaise(shipping)}</dd>
        </div>
        <div className={styles.bookPurchaseTotal}>
          <dt>Total</dt>
          <dd>{formatPaise(totalPaise)}</dd>
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
        <ConfirmPurchase
          book={book}
          price={price}
          totalPaise={totalPaise}
          userId={session.user.id}
          refetchTerms={refetchTerms}
        />
      )}
    </section>
  );
}

interface ConfirmPurchaseProps {
  book: BookItem;
  price: BookPrice;
  /** With shipping. */
  totalPaise: number;
  userId: number;
  /** Reads the shipping charge again. */
  refetchTerms: () => unknown;
}

/** Addresses that were entered, until the dialog is answered. */
interface Pending {
  addresses: Addresses;
  end: (result: SubmitResult) => void;
}

function ConfirmPurchase(props: ConfirmPurchaseProps) {
  const { book, totalPaise } = props;
  const [pending, setPending] = useState<Pending | null>(null);
  const { message, isPlaced, purchase, isBusy, buy } = useBookPurchase(props);
  const submit = (addresses: Addresses): Promise<SubmitResult> =>
    new Promise((end) => setPending({ addresses, end }));
  const handlePay = (event: MouseEvent) => {
    // The provider's widget is a dialog of its own.
    ignoreSecondClick(event.nativeEvent);
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
      <output className={styles.bookPurchasePlaced}>{isPlaced && message}</output>
      {purchase !== null && (
        <p>
          <PageLink to={statusPath(purchase)}>Track your order</PageLink>
        </p>
      )}
      {!isPlaced && (
        <button
          className="button"
          type="submit"
          form={addressForm.id}
          aria-disabled={isBusy || undefined}
          // Pay may come under the pointer.
          onClick={({ nativeEvent }) => ignoreSecondClick(nativeEvent)}
        >
          <BusyLabel isBusy={isBusy} busy="Please wait">
            Confirm
          </BusyLabel>
        </button>
      )}
      <p className={styles.bookPurchaseNotice} role="alert">
        {!isPlaced && message}
      </p>
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
          One copy of {book.title}, {formatPaise(totalPaise)} with shipping.
        </p>
      </Modal>
    </>
  );
}
