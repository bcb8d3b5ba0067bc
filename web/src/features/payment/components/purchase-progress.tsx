import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { isProblem } from '#shared/api/problem.ts';
import { formatPaise } from '#shared/catalogue/money.ts';
import { isByHand, type PurchaseLink } from '#shared/payment/last-purchase.ts';
import {
  useOrderDetailsQuery,
  usePurchaseStatusQuery,
  type PurchaseStage,
  type PurchaseStatus,
} from '#shared/payment/payment-api.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useSession, useSessionStatus } from '#shared/session/session.ts';
import { statusOfHandOrder } from './hand-order-status.ts';
import { OrderFacts } from './order-facts.tsx';
import { cameBackOn, stepsOf } from './purchase-steps.ts';
import { useReadableOrder } from './use-readable-order.ts';
import * as styles from '../payment.module.css';

const POLL_MS = 2_000;
/** A payment or a refund may come after minutes or days. */
const SLOW_POLL_MS = 15_000;
/** Parcels take days. */
const PARCEL_POLL_MS = 60_000;

/** Pause between polls by stage; 0 after the last one. */
const POLLS: Readonly<Record<PurchaseStage, number>> = {
  reserved: SLOW_POLL_MS,
  paid: POLL_MS,
  confirmed: POLL_MS,
  mailed: PARCEL_POLL_MS,
  shipped: PARCEL_POLL_MS,
  delivered: 0,
  cancelled: SLOW_POLL_MS,
  refunded: 0,
};

/** The steps of a purchase, polled until the last one, and what was ordered. */
export const PurchaseProgress = ({ link }: { link: PurchaseLink }) =>
  isByHand(link.checkoutId) ? <HandProgress link={link} /> : <PaidProgress link={link} />;

function PaidProgress({ link }: { link: PurchaseLink }) {
  const { checkoutId } = link;
  const known = usePurchaseStatusQuery(checkoutId).data?.stage;
  const pollingInterval = known === undefined ? POLL_MS : POLLS[known];
  const query = usePurchaseStatusQuery(checkoutId, { pollingInterval, refetchOnMountOrArgChange: true });
  const isUnknown = query.currentData === null || (isProblem(query.error) && query.error.status === 404);
  if (isUnknown) return <UnknownPurchase />;
  return (
    <QueryBoundary query={query}>{(purchase) => <Purchase link={link} purchase={purchase} />}</QueryBoundary>
  );
}

/** An order that the shop has written down: nobody but its buyer reads any of it. */
function HandProgress({ link }: { link: PurchaseLink }) {
  const session = useSession();
  const status = useSessionStatus();
  const mayRead = link.key !== null || session !== null;
  const query = useOrderDetailsQuery(link, { skip: !mayRead, pollingInterval: PARCEL_POLL_MS });
  if (!mayRead && (status === 'unknown' || status === 'resuming'))
    return <Skeleton shape="article" label="Loading" />;
  if (!mayRead || (isProblem(query.error) && query.error.status === 404)) return <UnknownPurchase />;
  return (
    <QueryBoundary query={query}>
      {(order) => <Purchase link={link} purchase={statusOfHandOrder(order)} />}
    </QueryBoundary>
  );
}

const Purchase = ({ link, purchase }: { link: PurchaseLink; purchase: PurchaseStatus }) => (
  <>
    <Steps link={link} purchase={purchase} />
    <MoneyNotes purchase={purchase} />
    <OrderFacts link={link} purchase={purchase} />
  </>
);

const UnknownPurchase = () => (
  <>
    <p className={styles.purchaseNote}>
      We have no order under this link. Please check that you have copied the whole link, or look for the
      order by its number and your email address.
    </p>
    <p>
      <PageLink className="button" to="/order-status">
        Find your order
      </PageLink>
    </p>
  </>
);

function Steps({ link, purchase }: { link: PurchaseLink; purchase: PurchaseStatus }) {
  const { data: order } = useReadableOrder(link, purchase.stage === 'shipped');
  const steps = stepsOf(purchase, cameBackOn(order?.shipments ?? []));
  const last = steps.findLastIndex(({ isReached }) => isReached);
  const { stage, isExpired } = purchase;
  return (
    <>
      <output className="visually-hidden">{steps[last]?.name}</output>
      <ol className={styles.stages}>
        {steps.map(({ name, about, isReached, isFailure = false }, index) => (
          <li
            key={name}
            className={
              isReached
                ? isFailure
                  ? `${styles.stagesReached} ${styles.stagesFailed}`
                  : styles.stagesReached
                : undefined
            }
            aria-current={index === last ? 'step' : undefined}
          >
            <p className={styles.stagesName}>
              {name}
              <span className="visually-hidden">{isReached ? ': done' : ': to come'}</span>
            </p>
            <p className={styles.stagesAbout}>{about}</p>
          </li>
        ))}
      </ol>
      {stage === 'reserved' && (
        <p className={styles.purchaseNote}>
          {isExpired
            ? 'It was not paid in time. If money was debited from your account, this page will show it shortly.'
            : 'We have not received the payment yet. If you have paid, please wait a minute and do not pay again.'}
        </p>
      )}
    </>
  );
}

/** Money that went back, or that the bank disputes, while the order stays. */
function MoneyNotes({
  purchase: { stage, refundedPaise = 0, totalPaise, isDisputed, isByHand: isPaidToShop = false },
}: {
  purchase: PurchaseStatus;
}) {
  const isOver = stage === 'cancelled' || stage === 'refunded';
  const how = isPaidToShop
    ? 'will be returned to you by the shop, the same way you paid.'
    : 'was refunded to your original payment method.';
  return (
    <>
      {refundedPaise > 0 && !isOver && (
        <p className={styles.purchaseNote}>
          {refundedPaise < totalPaise
            ? `Partly refunded: ${formatPaise(refundedPaise)} of ${formatPaise(totalPaise)} ${how}`
            : `Refunded: ${formatPaise(refundedPaise)} ${how}`}
        </p>
      )}
      {isDisputed === true && (
        <p className={styles.purchaseNote}>
          Disputed: your bank has questioned this payment. The seller will reply to the bank; you need not do
          anything here.
        </p>
      )}
    </>
  );
}
