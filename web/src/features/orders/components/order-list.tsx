import { useState } from 'react';
import { formatRupees } from '#shared/catalogue/money.ts';
import { itemPath } from '#shared/catalogue/stores.ts';
import { formatDay } from '#shared/text/dates.ts';
import { languageOf } from '#shared/text/language.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { Order, OrderAddress, OrderPayment } from '../orders-api.ts';

type Detail = 'billing' | 'shipping';
const DETAILS: Record<Detail, string> = { billing: 'Billing details', shipping: 'Shipping details' };

/** The orders of an account; of each, one detail is open at a time. */
export const OrderList = ({ orders }: { orders: readonly Order[] }) => (
  <ul className="orders">
    {orders.map((order) => (
      <li key={order.id}>
        <OrderView order={order} />
      </li>
    ))}
  </ul>
);

function OrderView({ order }: { order: Order }) {
  const { id, bookId, title, pictureUrl, quantity, price, payment } = order;
  const [open, setOpen] = useState<Detail | null>(null);
  return (
    <article className="order" lang={languageOf(title) ?? undefined}>
      <div className="order__picture">
        {pictureUrl !== null && <img src={pictureUrl} alt="" loading="lazy" />}
      </div>
      <div className="order__text">
        <h2 className="order__title">
          <PageLink to={itemPath('books', { id: Number(bookId), title })}>{title}</PageLink>
        </h2>
        <p className="order__price">
          {quantity} × {formatRupees(price)}
        </p>
        <OrderDates order={order} />
        {payment !== null && (
          <div className="order__details">
            {(['billing', 'shipping'] as const).map((detail) => (
              <button
                key={detail}
                type="button"
                aria-expanded={open === detail}
                aria-controls={`order-${id}-${detail}`}
                onClick={() => setOpen(open === detail ? null : detail)}
              >
                {DETAILS[detail]} <span className="visually-hidden">of {title}</span>
              </button>
            ))}
            {(['billing', 'shipping'] as const).map((detail) => (
              <div key={detail} id={`order-${id}-${detail}`} hidden={open !== detail}>
                <OrderDetail address={payment[detail]} payment={payment} />
              </div>
            ))}
          </div>
        )}
      </div>
    </article>
  );
}

function OrderDates({ order: { purchaseDate, shippingDate, deliveredDate } }: { order: Order }) {
  const dates = [
    { name: 'Ordered', date: purchaseDate },
    { name: 'Shipped', date: shippingDate },
    { name: 'Delivered', date: deliveredDate },
  ];
  return (
    <dl className="order__dates">
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
  <dl className="order__address">
    {Object.entries({
      Name: address.name,
      Email: address.email,
      Phone: address.phone,
      Address: address.address,
      'Payment order': payment.orderId,
      'Amount of the purchase': formatRupees(payment.amount),
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
