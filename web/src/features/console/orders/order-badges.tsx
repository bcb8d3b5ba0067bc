import type { Fulfilment, PurchaseRow } from '@vidhi/contracts/shop-desk.ts';
import * as styles from '../kit.module.css';
import { REFUND_NAMES, STATUS_NAMES } from './order-texts.ts';

const STATUS_BADGES: Readonly<Record<Fulfilment, string>> = {
  unshipped: styles.badgeWarm,
  partly_shipped: styles.badgeWarm,
  shipped: styles.badgeSoft,
  delivered: styles.badgeGood,
  cancelled: styles.badgeSoft,
};

/** The state of the parcels of an order. */
export const StatusBadge = ({ status }: Pick<PurchaseRow, 'status'>) => (
  <span className={`${styles.badge} ${STATUS_BADGES[status]}`}>{STATUS_NAMES[status]}</span>
);

type Money = Pick<PurchaseRow, 'has_problem' | 'refund'>;

/** Returns the money of an order in a few words. */
export const moneyText = ({ has_problem, refund }: Money): string =>
  has_problem ? 'Needs attention' : REFUND_NAMES[refund];

export const MoneyBadge = ({ order }: { order: Money }) => (
  <span className={`${styles.badge} ${order.has_problem ? styles.badgeWarm : styles.badgeSoft}`}>
    {moneyText(order)}
  </span>
);
