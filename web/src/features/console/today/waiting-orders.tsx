import { orderListApi } from '../orders/order-api.ts';
import { RecordLink } from '../kit/record-link.tsx';
import type { ListQuery } from '../kit/source.ts';
import * as styles from '../today.module.css';
import { LoadFailure } from './load-failure.tsx';
import { TODAY } from './today-texts.ts';

/** The largest page that can be asked for, behind the last one: no order is shown, and none is in the audit log as read. */
const BEHIND_LAST = 999_999;

const countOf = (name: string, value: string): ListQuery => ({
  q: '',
  conditions: [[name, value]],
  sort: '',
  page: BEHIND_LAST,
  size: 1,
});
const TO_SHIP = countOf('unshipped', 'true');
const REQUESTS = countOf('request', 'open');
const PROBLEMS = countOf('problem', 'true');

/** Counts of the shop: orders to ship, requests of buyers, and payments that need attention; nothing where none waits. */
export function WaitingOrders() {
  const toShip = orderListApi.useList(TO_SHIP);
  const requests = orderListApi.useList(REQUESTS);
  const problems = orderListApi.useList(PROBLEMS);
  const lists = [toShip, requests, problems];
  const waiting = (
    [
      [toShip, '/console/orders', TODAY.toShip],
      [requests, '/console/orders?view=requests', TODAY.requests],
      [problems, '/console/orders?view=problem', TODAY.problems],
    ] as const
  ).flatMap(([{ data }, path, text]) =>
    data === undefined || data.total === 0 ? [] : [{ path, text: text(data.total, data.hasMore === true) }],
  );
  if (lists.some(({ data, isError }) => data === undefined && isError))
    return <LoadFailure text={TODAY.ordersFailed} lists={lists} />;
  if (waiting.length === 0) return null;
  return (
    <section className={styles.todayList} aria-label={TODAY.shop}>
      <h2>{TODAY.shop}</h2>
      <ul>
        {waiting.map(({ path, text }) => (
          <li key={path}>
            <RecordLink to={path}>{text}</RecordLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
