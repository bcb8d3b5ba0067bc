import { useState } from 'react';
import { formatRupees } from '#shared/catalogue/money.ts';
import { itemPath } from '#shared/catalogue/catalogue-kind.ts';
import { statusPath } from '#shared/payment/last-purchase.ts';
import { formatDay } from '#shared/text/dates.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { Order, OrderAddress, OrderPayment, OrderStatus } from '../orders-api.ts';
import { OrderDocuments } from './order-documents.tsx';
import * as styles from '../orders.module.css';

type Detail = 'billing' | 'shipping';
const DETAILS: readonly { detail: Detail; name: string }[] = [
  { detail: 'billing', name: 'Billing details' },
  { detail: 'shipping', name: 'Shipping details' },
];

const STATUSES: Record<OrderStatus, string> = {
  CONFIRMED: 'Confirmed',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
};

/** The purchases of an account with their books; of each, one detail is open at a time. */
export const OrderList = ({ orders }: { orders: readonly Order[] }) => (
  <ul className={styles.orders}>
    {[...Map.groupBy(orders, ({ checkoutId }) => checkoutId)].map(([checkoutId, lines]) => (
      <li key={checkoutId}>
        <PurchaseView lines={lines} />
      </li>
    ))}
  </ul>
);

/** The books that were bought together; number, documents and addresses are those of all of them. */
function PurchaseView({ lines }: { lines: readonly Order[] }) {
  const [first] = lines;
  if (first === undefined) return null;
  const { id, title, checkoutId, payment, number } = first;
  return (
    <article className={styles.order}>
      {(number !== null || payment !== null) && (
        <p className={styles.orderHead}>
          {number !== null && (
            <span>
              Order <strong>{number}</strong>
            </span>
          )}
          {payment !== null && <span>Total {formatRupees(payment.amount)}</span>}
          {first.refunded > 0 && <span>Refunded {formatRupees(first.refunded)}</span>}
        </p>
      )}
      {lines.map((line) => (
        <LineView key={line.id} line={line} />
      ))}
      <div className={styles.orderActions}>
        <PageLink className={styles.orderAction} to={statusPath({ checkoutId, key: null })}>
          Track your order <span className="visually-hidden">of {title}</span>
        </PageLink>
        <OrderDocuments order={first} />
      </div>
      {payment !== null && <OrderAddresses orderId={id} title={title} payment={payment} />}
    </article>
  );
}

function LineView({ line }: { line: Order }) {
  const { bookId, title, pictureUrl, quantity, price } = line;
  return (
    <div className={styles.orderLine} {...textLanguageProps(title)}>
      <div className={styles.orderPicture}>
        {pictureUrl !== null && <img src={pictureUrl} alt="" loading="lazy" />}
      </div>
      <div>
        <h2 className={styles.orderTitle}>
          <PageLink to={itemPath('books', { id: Number(bookId), title })}>{title}</PageLink>
        </h2>
        <p className={styles.orderPrice}>
          {quantity} × {formatRupees(price)}
        </p>
        <OrderFacts order={line} />
      </div>
    </div>
  );
}

interface OrderAddressesProps {
  orderId: number;
  title: string;
  payment: OrderPayment;
}

function OrderAddresses({ orderId, title, payment }: OrderAddressesProps) {
  const [open, setOpen] = useState<Detail | null>(null);
  return (
    <>
      <div className={styles.orderActions}>
        {DETAILS.map(({ detail, name }) => (
          <button
            key={detail}
            className={styles.orderAction}
            type="button"
            aria-expanded={open === detail}
            aria-controls={`order-${orderId}-${detail}`}
            onClick={() => setOpen(open === detail ? null : detail)}
          >
            {name} <span className="visually-hidden">of {title}</span>
          </button>
        ))}
      </div>
      {DETAILS.map(({ detail }) => (
        <div key={detail} id={`order-${orderId}-${detail}`} hidden={open !== detail}>
          <OrderDetail address={payment[detail]} payment={payment} />
        </div>
      ))}
    </>
  );
}

function OrderFacts({ order: { status, purchaseDate, shippingDate, deliveredDate } }: { order: Order }) {
  const dates = [
    { name: 'Ordered', date: purchaseDate },
    { name: 'Shipped', date: shippingDate },
    { name: 'Delivered', date: deliveredDate },
  ];
  return (
    <dl className={styles.orderFacts}>
      <div>
        <dt>Status</dt>
        <dd>{STATUSES[status]}</dd>
      </div>
      {dates.map(
        ({ name, date }) =>
          date !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formatDay(date)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const OrderDetail = ({ address, payment }: { address: OrderAddress; payment: OrderPayment }) => (
  <dl className={styles.orderAddress}>
    {Object.entries({
      Name: address.name,
      Email: address.email,
      Phone: address.phone,
      Address: address.address,
      'Payment order': payment.orderId,
      'Total paid': formatRupees(payment.amount),
    }).map(
      ([name, value]) =>
        value !== '' && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
