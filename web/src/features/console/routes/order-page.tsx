import { useState } from 'react';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { Button, Popconfirm } from 'antd';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSession } from '#shared/session/session.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import { messageOf } from '../kit/message-of.ts';
import { orderApi, orderCalls } from '../orders/order-api.ts';
import { MoneyBadge, StatusBadge } from '../orders/order-badges.tsx';
import { OrderItems } from '../orders/order-items.tsx';
import { OrderMoney } from '../orders/order-money.tsx';
import { isToBeRefunded, OrderRequests } from '../orders/order-requests.tsx';
import { OrderSide } from '../orders/order-side.tsx';
import { rupees } from '../orders/order-texts.ts';
import { OrderTimeline } from '../orders/order-timeline.tsx';
import { EMPTY_DRAFT, draftOfReturn } from '../orders/refund-draft.ts';
import { RefundDrawer } from '../orders/refund-drawer.tsx';
import { ShipDrawer } from '../orders/ship-drawer.tsx';
import * as styles from '../orders/orders.module.css';

const POLL_MS = 3_000;
/** Refunds, documents and mails follow a change within seconds. */
const SETTLED_MS = 60_000;

/** Returns whether something has just happened to an order, so that more of it may follow. */
const isMoving = (order: DeskPurchase, readAt: number): boolean =>
  order.timeline.some(({ at }) => Math.abs(readAt - Date.parse(at)) < SETTLED_MS);

/** `/console/orders/:id`: one order, its next step, and everything that happened to it. */
export function OrderPage() {
  const { id = '' } = useRouteParams();
  const [isPolled, setPolled] = useState(false);
  const query = orderApi.useRow(id, { pollMs: isPolled ? POLL_MS : 0 });
  const { currentData, fulfilledTimeStamp = 0 } = query;
  const moves = currentData !== undefined && isMoving(currentData, fulfilledTimeStamp);
  if (moves !== isPolled) setPolled(moves);
  return <QueryBoundary query={query}>{(order) => <Order order={order} />}</QueryBoundary>;
}

/** Returns what is to be done next; null when nothing is. */
function nextStepOf(order: DeskPurchase): string | null {
  const { status, needs_address, packed_at, has_problem, has_request } = order;
  if (has_request) return 'The buyer has asked for something: decide it below.';
  if (has_problem) return 'The payment needs attention: see Money.';
  if (needs_address) return 'The buyer has been asked for an address. Nothing can be shipped before.';
  if (status === 'unshipped')
    return packed_at === null ? 'Next: pack and ship it.' : 'Packed. Next: ship it.';
  if (status === 'partly_shipped') return 'Next: ship the rest.';
  if (order.lines.some(({ can_ship, shipping_date }) => can_ship && shipping_date !== null))
    return 'A parcel came back: ship it again, or refund it.';
  if (order.requests.some((request) => isToBeRefunded(order, request)))
    return 'You have accepted a return: refund it when the books are back.';
  return null;
}

function Order({ order }: { order: DeskPurchase }) {
  const session = useSession();
  const notices = useNotices();
  const writes = orderApi.useWrites();
  const [open, setOpen] = useState<'ship' | 'refund' | null>(null);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const holder = session?.role == null ? null : { role: session.role, desks: session.desks ?? [] };
  const mayShip = hasDesk(holder, 'shop');
  const mayRefund = hasDesk(holder, 'refund');
  const { id, status, lines } = order;
  const canShip = mayShip && !order.needs_address && lines.some(({ can_ship }) => can_ship);
  // The cancellation would return all of the payment, and so what was paid back another way once more.
  const isSettled = order.refunds.some(({ settled }) => settled !== undefined);
  const canCancel = mayRefund && status === 'unshipped' && !isSettled;
  const step = nextStepOf(order);

  async function cancel(): Promise<void> {
    const { error } = await writes.send(orderCalls.cancel(lines[0]?.id ?? 0), id);
    if (error !== undefined) notices.error(messageOf(error));
    else
      notices.success(
        order.by_hand === null
          ? 'The order is cancelled, and its payment goes back.'
          : `The order is cancelled. Please return ${rupees(order.left_paise)} to the buyer.`,
      );
  }
  async function pack(): Promise<void> {
    const { error } = await writes.send(orderCalls.packed([id], order.packed_at === null), id);
    if (error !== undefined) notices.error(messageOf(error));
  }

  return (
    <>
      <header className={`page-head ${styles.orderHead}`}>
        <h1>Order {order.purchase_number}</h1>
        <span>
          <StatusBadge status={status} /> <MoneyBadge order={order} />
        </span>
        <DateText iso={order.created_at} withTime />
        <span className={styles.orderHeadActions}>
          {mayShip && status === 'unshipped' && (
            <Button onClick={() => void pack()}>
              {order.packed_at === null ? 'Mark packed' : 'Not packed yet'}
            </Button>
          )}
          {canCancel && (
            <Popconfirm
              title="Cancel this order?"
              description={
                order.by_hand === null
                  ? 'Nothing of it is sent, all of its payment goes back, and the buyer is mailed. Its copies can be sold again.'
                  : 'Nothing of it is sent. Return the money yourself: the order says that it went back. Its copies can be sold again.'
              }
              okText="Cancel the order"
              cancelText="Keep it"
              onConfirm={() => void cancel()}
            >
              <Button danger>Cancel order</Button>
            </Popconfirm>
          )}
          {order.may_refund_paise > 0 && (
            <Button
              onClick={() => {
                setDraft(EMPTY_DRAFT);
                setOpen('refund');
              }}
            >
              Refund
            </Button>
          )}
          {canShip && (
            <Button type="primary" onClick={() => setOpen('ship')}>
              Ship
            </Button>
          )}
        </span>
      </header>
      {step !== null && <p className={styles.orderStep}>{step}</p>}
      {order.missing.length > 0 && (
        <p className={styles.orderStep}>
          Facts of {order.missing.join(' and ')} are missing at the moment: the service does not respond.
        </p>
      )}
      <div className={styles.orderPage}>
        <div className={styles.orderColumn}>
          <OrderRequests
            order={order}
            mayDecide={mayRefund || mayShip}
            onRefund={(request) => {
              setDraft(draftOfReturn(order, request));
              setOpen('refund');
            }}
          />
          <OrderItems order={order} mayShip={mayShip} />
          <OrderMoney order={order} maySettle={mayRefund || mayShip} />
        </div>
        <div className={styles.orderSide}>
          <OrderSide order={order} mayShip={mayShip} />
        </div>
        <OrderTimeline facts={order.timeline} />
      </div>
      <ShipDrawer order={order} isOpen={open === 'ship'} onClose={() => setOpen(null)} />
      <RefundDrawer order={order} draft={draft} isOpen={open === 'refund'} onClose={() => setOpen(null)} />
    </>
  );
}
