import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { formatPaise } from '#shared/catalogue/money.ts';
import {
  usePurchaseStatusQuery,
  type PurchaseStage,
  type PurchaseStatus,
} from '#shared/payment/payment-api.ts';
import * as styles from '../payment.module.css';

interface Stage {
  stage: PurchaseStage;
  name: string;
  about: string;
}

const STARTED: readonly Stage[] = [
  { stage: 'reserved', name: 'Reserved', about: 'The books are put aside for you at these prices.' },
  { stage: 'paid', name: 'Paid', about: 'The card provider has received the payment.' },
];
const BOUGHT: readonly Stage[] = [
  ...STARTED,
  { stage: 'confirmed', name: 'Confirmed', about: 'The order is in our books.' },
  { stage: 'mailed', name: 'Mailed', about: 'The confirmation was sent to your e-mail address.' },
];
const CANCELLED: readonly Stage[] = [
  ...STARTED,
  {
    stage: 'cancelled',
    name: 'Cancelled',
    about: 'There is no order: no copy was left when the payment arrived, or the cart was paid for before.',
  },
  { stage: 'refunded', name: 'Refunded', about: 'The full amount went back the way it was paid.' },
];
const isOver = (stage: PurchaseStage | undefined): boolean => stage === 'mailed' || stage === 'refunded';
/** Returns whether the next stage may take minutes or days. */
const isSlow = (stage: PurchaseStage | undefined): boolean => stage === 'reserved' || stage === 'cancelled';
const POLL_MS = 2_000;
/** A payment or a refund may come after minutes or days. */
const SLOW_POLL_MS = 15_000;

/** The stages of a purchase, polled until the last one. */
export function PurchaseProgress({ checkoutId }: { checkoutId: string }) {
  const known = usePurchaseStatusQuery(checkoutId).data?.stage;
  const pollingInterval = isOver(known) ? 0 : isSlow(known) ? SLOW_POLL_MS : POLL_MS;
  const query = usePurchaseStatusQuery(checkoutId, { pollingInterval, refetchOnMountOrArgChange: true });
  return <QueryBoundary query={query}>{(purchase) => <Stages purchase={purchase} />}</QueryBoundary>;
}

function Stages({ purchase: { stage, isExpired, totalPaise, lines } }: { purchase: PurchaseStatus }) {
  const stages = stage === 'cancelled' || stage === 'refunded' ? CANCELLED : BOUGHT;
  const reached = stages.findIndex((one) => one.stage === stage);
  return (
    <>
      <output className="visually-hidden">{stages[reached]?.name}</output>
      <ol className={styles.stages}>
        {stages.map(({ stage: key, name, about }, index) => (
          <li
            key={key}
            className={index <= reached ? styles.stagesReached : undefined}
            aria-current={index === reached ? 'step' : undefined}
          >
            <p className={styles.stagesName}>
              {name}
              <span className="visually-hidden">{index <= reached ? ': done' : ': to come'}</span>
            </p>
            <p className={styles.stagesAbout}>{about}</p>
          </li>
        ))}
      </ol>
      {stage === 'reserved' && (
        <p className={styles.purchaseNote}>
          {isExpired
            ? 'It was not paid in time. If your bank has charged you all the same, the payment is noticed and this page shows it.'
            : 'No payment has arrived yet. If you have paid, it may take a minute; you need not pay again.'}
        </p>
      )}
      <section aria-labelledby="purchase-books">
        <h2 className="rubric" id="purchase-books">
          Books
        </h2>
        <ul className={styles.purchaseLines}>
          {lines.map(({ title, quantity }) => (
            <li key={title}>
              <span>{title}</span>
              <span>× {quantity}</span>
            </li>
          ))}
        </ul>
        <p className={styles.purchaseTotal}>
          <span>Total with shipping</span>
          <span>{formatPaise(totalPaise)}</span>
        </p>
      </section>
    </>
  );
}
