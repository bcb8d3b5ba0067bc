import type { Address } from '@vidhi/contracts/purchases.ts';
import { queryOf } from '#shared/api/read.ts';
import { formatPaise } from '#shared/catalogue/money.ts';
import type { PurchaseLink } from '#shared/payment/last-purchase.ts';
import type { OrderDetails, PurchaseStatus } from '#shared/payment/payment-api.ts';
import { PolicyLinks } from '#shared/payment/policy-links.tsx';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import { textLanguageProps } from '#shared/text/language.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { BuyAgain } from './buy-again.tsx';
import { lineText } from './line-text.ts';
import { OrderHistory } from './order-history.tsx';
import { OrderParcels } from './order-parcels.tsx';
import { OrderRequests } from './order-requests.tsx';
import { useReadableOrder } from './use-readable-order.ts';
import * as styles from '../payment.module.css';

interface OrderFactsProps {
  link: PurchaseLink;
  purchase: PurchaseStatus;
}

/** The order: number, books and help for everybody, addresses and documents for the buyer. */
export function OrderFacts({ link, purchase }: OrderFactsProps) {
  const { lines, totalPaise, stage, purchase_number: number, help } = purchase;
  const { data: order } = useReadableOrder(link, stage !== 'reserved' && stage !== 'paid');
  return (
    <>
      {typeof number === 'string' && (
        <p className={styles.orderNumber}>
          <span>Order number</span> <strong>{number}</strong>
        </p>
      )}
      {stage !== 'reserved' && stage !== 'paid' && <MissingAddress link={link} />}
      <section aria-labelledby="purchase-books">
        <h2 className="rubric" id="purchase-books">
          Books
        </h2>
        <ul className={styles.purchaseLines}>
          {lines.map((line, index) => (
            <li key={index}>
              <span {...textLanguageProps(line.title)}>
                {line.title}
                <LineState text={lineText(line, order, index)} />
              </span>
              <span>{copiesText(line.quantity, order?.lines[index]?.unit_paise)}</span>
            </li>
          ))}
        </ul>
        {order !== undefined && order.shipping_paise > 0 && (
          <p className={styles.purchaseSum}>
            <span>Shipping</span>
            <span>{formatPaise(order.shipping_paise)}</span>
          </p>
        )}
        <p className={styles.purchaseTotal}>
          <span>Total, including shipping</span>
          <span>{formatPaise(totalPaise)}</span>
        </p>
        {order !== undefined && order.refunded_paise > 0 && (
          <p className={styles.purchaseSum}>
            <span>Refunded</span>
            <span>{formatPaise(order.refunded_paise)}</span>
          </p>
        )}
      </section>
      {stage !== 'reserved' && stage !== 'paid' && <BuyerDetails link={link} />}
      {help !== null && help !== undefined && (
        <section className={styles.orderHelp} aria-labelledby="purchase-help">
          <h2 className="rubric" id="purchase-help">
            Help
          </h2>
          <p>
            Questions about your order? Write to <a href={`mailto:${help.email}`}>{help.email}</a> or call{' '}
            <a href={`tel:${help.phone.replaceAll(/[^\d+]/g, '')}`}>{help.phone}</a>.
          </p>
          <PolicyLinks />
        </section>
      )}
    </>
  );
}

/** Returns the copies of a line, with the price of one for the buyer, who alone may read it. */
const copiesText = (quantity: number, unitPaise: number | undefined): string =>
  unitPaise === undefined ? `× ${quantity}` : `${quantity} × ${formatPaise(unitPaise)}`;

const LineState = ({ text }: { text: string }) =>
  text === '' ? null : (
    <small className={styles.lineState} lang="en">
      {text}
    </small>
  );

/** The question without whose answer no book is sent comes before what was ordered. */
function MissingAddress({ link }: { link: PurchaseLink }) {
  const { data: order } = useReadableOrder(link);
  return order?.needs_address === true ? <AddressRequest link={link} /> : null;
}

/** Parcels, addresses, documents, requests and history, for clients with the key of the link or the account of the order. */
function BuyerDetails({ link }: { link: PurchaseLink }) {
  const { data: order, isError, mayRead } = useReadableOrder(link);
  if (order !== undefined)
    return (
      <>
        <OrderParcels order={order} />
        <OrderAddresses order={order} />
        <OrderRequests link={link} order={order} />
        <OrderHistory order={order} />
        <BuyAgain order={order} />
      </>
    );
  if (mayRead && !isError) return null;
  return (
    <p className={styles.purchaseNote}>
      To see the address and the bill, open the link in our mail. You can also{' '}
      <PageLink to="/order-status">find your order</PageLink> by its number and your email address.
    </p>
  );
}

/** Asks for the address of an order that was made without one, such as by an older app. */
const AddressRequest = lazyPart(
  'the form of the address',
  async () => (await import('./address-request.tsx')).AddressRequest,
);

/** Returns the paths of the documents of an order, with their names. */
function documentsOf({
  key,
  bill_number,
  status,
  credit_notes,
}: OrderDetails): [path: string, name: string][] {
  const notes = credit_notes.map(({ number, amount_paise }): [string, string] => [
    `credit-note?${queryOf({ key, number })}`,
    credit_notes.length === 1 ? 'Credit note' : `Credit note of ${formatPaise(amount_paise)}`,
  ]);
  // The bill of an order that is not cancelled is made when it is first needed.
  return bill_number === null && status === 'CANCELLED'
    ? notes
    : [[`bill-of-supply?${queryOf({ key })}`, 'Bill of supply'], ...notes];
}

function OrderAddresses({ order }: { order: OrderDetails }) {
  const { checkout_id, billing, shipping } = order;
  const documents = documentsOf(order);
  return (
    <>
      {(shipping ?? billing) !== null && (
        <section className={styles.orderAddresses} aria-label="Addresses">
          <OrderAddress name="Delivery address" address={shipping} />
          <OrderAddress name="Billing address" address={billing} />
        </section>
      )}
      {documents.length > 0 && (
        <p className={styles.orderDocuments}>
          {documents.map(([path, label]) => (
            <a key={path} className={styles.plain} href={`/api/order-status/${checkout_id}/${path}`} download>
              {label} (PDF)
            </a>
          ))}
        </p>
      )}
    </>
  );
}

/** As on a parcel: a line for each part, the PIN code with city and state. */
function linesOf({ name, address, landmark = '', city, state, pincode, phone }: Address): string[] {
  const place = [city, state].filter(Boolean).join(', ');
  const town = [place, pincode].filter((part) => part !== '').join(' ');
  return [name, address, landmark, town, phone].filter((line) => line !== '');
}

export const OrderAddress = ({ name, address }: { name: string; address: Address | null }) =>
  address === null ? null : (
    <div>
      <h2 className="rubric">{name}</h2>
      <address>
        {linesOf(address).map((line, index) => (
          <span key={index} {...textLanguageProps(line)}>
            {line}
          </span>
        ))}
      </address>
    </div>
  );
