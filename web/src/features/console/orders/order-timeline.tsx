import type { TimelineFact } from '@vidhi/contracts/shop-desk.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import { StaffName } from './staff-name.tsx';
import * as styles from './orders.module.css';

const SOURCES: Readonly<Record<TimelineFact['source'], string>> = {
  orders: 'Orders',
  payments: 'Payments',
  provider: 'Card provider',
  mails: 'Mails',
  stock: 'Stock',
};

/** Every fact of an order, the latest first. */
export const OrderTimeline = ({ facts }: { facts: readonly TimelineFact[] }) => (
  <section className={styles.orderCard} aria-labelledby="order-timeline">
    <h2 id="order-timeline">Timeline</h2>
    <ol className={styles.orderFacts}>
      {facts.toReversed().map((fact, index) => (
        <li key={`${fact.at} ${fact.kind} ${fact.ref ?? ''} ${facts.length - index}`}>
          <span>{fact.text}</span>
          <small>
            <DateText iso={fact.at} withTime />, {SOURCES[fact.source]}
            {fact.by !== undefined && (
              <>
                , by <StaffName id={fact.by} />
              </>
            )}
          </small>
        </li>
      ))}
    </ol>
  </section>
);
