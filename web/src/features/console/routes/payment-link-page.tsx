import { Button } from 'antd';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { PAYMENT_LINK_STATE_NAMES } from '@vidhi/contracts/payment-link-names.ts';
import type { PaymentLink } from '@vidhi/contracts/payment-links.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { useSession } from '#shared/session/session.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { messageOf } from '../kit/message-of.ts';
import { useConfirm } from '../kit/confirm.tsx';
import { linkAddress, linkApi, linkCall } from '../links/link-api.ts';
import { rupees } from '../orders/order-texts.ts';
import * as kit from '../kit.module.css';
import * as styles from '../orders/orders.module.css';

const STATE_BADGES: Readonly<Record<PaymentLink['state'], string>> = {
  open: kit.badgeWarm,
  paid: kit.badgeGood,
  expired: kit.badgeSoft,
  cancelled: kit.badgeSoft,
};

/** `/console/payment-links/:id`: one order that waits for its payment, with its link. */
export function PaymentLinkPage() {
  const { id = '' } = useRouteParams();
  const query = linkApi.useRow(id);
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="form" label="Loading" />}>
      {(link) => <Item link={link} />}
    </QueryBoundary>
  );
}

function Item({ link }: { link: PaymentLink }) {
  const session = useSession();
  const mayWrite = hasDesk(
    session?.role == null ? null : { role: session.role, desks: session.desks ?? [] },
    'shop',
  );
  const { state, billing, shipping, order_path } = link;
  return (
    <>
      <header className={`page-head ${styles.orderHead}`}>
        <h1>{billing === null ? 'Payment link' : `Payment link for ${billing.name}`}</h1>
        <span className={`${kit.badge} ${STATE_BADGES[state]}`}>{PAYMENT_LINK_STATE_NAMES[state]}</span>
      </header>
      <div className={styles.orderPage}>
        <div className={styles.orderColumn}>
          <section className={styles.orderCard} aria-labelledby="link-books">
            <h2 id="link-books">Books</h2>
            <dl className={styles.orderSums}>
              {link.lines.map(({ book_id, title, copies, unit_paise }) => (
                <div key={book_id} className={styles.stockSum}>
                  <dt>
                    {title}, {copies} × {rupees(unit_paise)}
                  </dt>
                  <dd>{rupees(unit_paise * copies)}</dd>
                </div>
              ))}
              <dt>Shipping</dt>
              <dd>{rupees(link.shipping_paise)}</dd>
              <dt className={styles.orderSumsTotal}>Total</dt>
              <dd className={styles.orderSumsTotal}>{rupees(link.total_paise)}</dd>
            </dl>
          </section>
          {shipping !== null && (
            <section className={styles.orderCard} aria-labelledby="link-goes">
              <h2 id="link-goes">Buyer</h2>
              <p>
                {[shipping.name, shipping.address, shipping.city, shipping.state, shipping.pincode]
                  .filter(Boolean)
                  .join(', ')}
              </p>
              <p>
                {shipping.phone}, {shipping.email}
              </p>
            </section>
          )}
        </div>
        <div className={styles.orderColumn}>
          <section className={styles.orderCard} aria-labelledby="link-link">
            <h2 id="link-link">Link</h2>
            {state === 'open' ? (
              <>
                <p>
                  Open until <DateText iso={link.expires_at} withTime />. The copies are held until then.
                </p>
                {mayWrite && <OpenLink link={link} />}
              </>
            ) : (
              <p>
                {state === 'paid'
                  ? 'The order is paid, and is in the list of orders.'
                  : state === 'expired'
                    ? 'It has expired, and holds no copies any more. A payment that was under way still becomes an order if the copies are there.'
                    : 'It is cancelled, and holds no copies any more.'}
              </p>
            )}
            {order_path !== null && <a href={order_path}>The page of the order, as its buyer sees it</a>}
          </section>
        </div>
      </div>
    </>
  );
}

/** Text that goes with the link in a message. */
const whatsAppText = ({ total_paise }: PaymentLink, address: string): string =>
  `Your order of ${rupees(total_paise)}: please look at it and pay here. ${address}`;

function OpenLink({ link }: { link: PaymentLink }) {
  const writes = linkApi.useWrites();
  const notices = useNotices();
  const confirm = useConfirm();
  const address = linkAddress(link.path);

  async function act(kind: 'cancel' | 'mail', done: string): Promise<void> {
    const { error } = await writes.send(linkCall(link.id, kind), link.id);
    if (error === undefined) return notices.success(done);
    notices.error(messageOf(error));
  }
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      notices.success('The link is copied.');
    } catch {
      notices.error('The browser did not copy it. Please select the link and copy it.');
    }
  }
  async function cancel(): Promise<void> {
    const isMeant = await confirm({
      title: 'Cancel this link?',
      text: 'The link cannot be paid any more, and its copies are free. A payment under way is refunded.',
      confirmLabel: 'Cancel the link',
      isDangerous: true,
    });
    if (isMeant) await act('cancel', 'The link is cancelled.');
  }
  return (
    <>
      <p className={styles.linkAddress}>{address}</p>
      <div className={styles.orderTools}>
        <Button type="primary" onClick={() => void copy()}>
          Copy
        </Button>
        {link.billing !== null && (
          <Button
            href={`https://wa.me/91${link.billing.phone}?text=${encodeURIComponent(whatsAppText(link, address))}`}
            target="_blank"
            rel="noreferrer"
          >
            WhatsApp
          </Button>
        )}
        <Button onClick={() => void act('mail', 'The link is sent.')}>Send by mail</Button>
        <Button danger onClick={() => void cancel()}>
          Cancel the link
        </Button>
      </div>
    </>
  );
}
