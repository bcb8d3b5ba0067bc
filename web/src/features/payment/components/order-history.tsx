import type { OrderDetails } from '#shared/payment/payment-api.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import * as styles from '../payment.module.css';

/** The history of an order, the newest first. */
export const OrderHistory = ({ order: { timeline } }: { order: OrderDetails }) => (
  <section aria-labelledby="purchase-history">
    <h2 className="rubric" id="purchase-history">
      What happened
    </h2>
    <ol className={styles.history} reversed>
      {timeline.toReversed().map(({ at, kind, text, url }, index) => (
        <li key={`${kind}-${index}`}>
          <span>
            {text}
            {url !== undefined && (
              <>
                {' · '}
                <a href={url} target="_blank" rel="noopener noreferrer">
                  Track <span className="visually-hidden">this parcel, in a new tab</span>
                </a>
              </>
            )}
          </span>
          <DateText iso={at} withTime />
        </li>
      ))}
    </ol>
  </section>
);
