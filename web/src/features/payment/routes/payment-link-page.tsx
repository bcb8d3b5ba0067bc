import { useSearchParams } from 'react-router-dom';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { formatPaise } from '#shared/catalogue/money.ts';
import { linkKeyFrom } from '#shared/payment/last-purchase.ts';
import { PolicyLinks } from '#shared/payment/policy-links.tsx';
import { textLanguageProps } from '#shared/text/language.ts';
import { BusyLabel } from '#shared/ui/busy-label.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { NotFound } from '#shared/ui/not-found.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { OrderAddress } from '../components/order-facts.tsx';
import { usePaymentLinkQuery, type LinkArg, type PaymentLink } from '../payment-link-api.ts';
import { useLinkPayment } from '../use-link-payment.ts';
import * as styles from '../payment.module.css';

const NOTICES = {
  failed: 'Payment failed. Please try again.',
  notBegun: 'We could not start the payment. You have not been charged. Please try again.',
  soldOut: 'A book of this order is not available any more. You have not been charged. Please contact us.',
} as const;

/** `/payment/link/{id}?key=…`: an order that the shop has written down, for its buyer, who pays it here. */
export function PaymentLinkPage() {
  const { link: id = '' } = useRouteParams();
  const [params] = useSearchParams();
  const key = linkKeyFrom(params.get('key'));
  return key === null ? <NotFound /> : <KnownLink link={{ id, key }} />;
}

function KnownLink({ link }: { link: LinkArg }) {
  const query = usePaymentLinkQuery(link, { refetchOnMountOrArgChange: true });
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="article" label="Loading your order" />}>
      {(order) => <LinkOrder link={link} order={order} refetch={() => void query.refetch()} />}
    </QueryBoundary>
  );
}

const LinkOrder = ({ link, order, refetch }: { link: LinkArg; order: PaymentLink; refetch: () => void }) => (
  <div className={styles.purchase}>
    <header className="page-head">
      <h1>{order.state === 'open' ? 'Pay for your order' : 'Your order'}</h1>
      <State order={order} />
    </header>
    <section aria-labelledby="link-books">
      <h2 className="rubric" id="link-books">
        Books
      </h2>
      <ul className={styles.purchaseLines}>
        {order.lines.map(({ book_id, title, copies, unit_paise }) => (
          <li key={book_id}>
            <span {...textLanguageProps(title)}>{title}</span>
            <span>
              {copies} × {formatPaise(unit_paise)}
            </span>
          </li>
        ))}
        <li>
          <span>Shipping</span>
          <span>{formatPaise(order.shipping_paise)}</span>
        </li>
      </ul>
      <p className={styles.purchaseTotal}>
        <span>Total</span>
        <span>{formatPaise(order.total_paise)}</span>
      </p>
    </section>
    {order.shipping !== null && (
      <section className={styles.orderAddresses} aria-label="Addresses">
        <OrderAddress name="Delivery address" address={order.shipping} />
        <OrderAddress name="Billing address" address={order.billing} />
      </section>
    )}
    {order.state === 'open' && <Pay link={link} order={order} refetch={refetch} />}
    <section className={styles.orderHelp} aria-labelledby="link-help">
      <h2 className="rubric" id="link-help">
        Help
      </h2>
      <p>
        If something is wrong with this order, please {order.state === 'open' && 'do not pay, and '}write to{' '}
        <a href={`mailto:${order.help.email}`}>{order.help.email}</a> or call{' '}
        <a href={`tel:${order.help.phone.replaceAll(/[^\d+]/g, '')}`}>{order.help.phone}</a>.
      </p>
      <PolicyLinks />
    </section>
  </div>
);

function State({ order: { state, expires_at, order_path } }: { order: PaymentLink }) {
  if (state === 'open')
    return (
      <p className="page-head__about">
        We are holding these books for you until <DateText iso={expires_at} withTime />. Please check the
        order and pay by then.
      </p>
    );
  if (state === 'paid')
    return (
      <p className={`page-head__about ${styles.purchaseNote}`}>
        This order is paid. Thank you.{' '}
        {order_path !== null && <PageLink to={order_path}>See your order</PageLink>}
      </p>
    );
  return (
    <p className="page-head__about">
      {state === 'expired'
        ? 'This link has expired, and the books are no longer reserved for you. Please contact us for a new one.'
        : 'We have cancelled this order. There is nothing to pay.'}
    </p>
  );
}

function Pay({ link, order, refetch }: { link: LinkArg; order: PaymentLink; refetch: () => void }) {
  const { notice, isBusy, pay } = useLinkPayment(link, refetch);
  return (
    <div>
      {notice !== null && (
        <p className={styles.purchaseFailure} role="alert">
          {NOTICES[notice]}
        </p>
      )}
      <button type="button" className="button" disabled={isBusy} onClick={() => void pay()}>
        <BusyLabel isBusy={isBusy} busy="Paying">
          {`Pay ${formatPaise(order.total_paise)}`}
        </BusyLabel>
      </button>
    </div>
  );
}
