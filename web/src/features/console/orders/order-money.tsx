import { useState } from 'react';
import { Button } from 'antd';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import type { DeskRefund } from '@vidhi/contracts/shop-refunds.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { messageOf } from '../kit/message-of.ts';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { orderApi, orderCalls } from './order-api.ts';
import { rupees } from './order-texts.ts';
import * as styles from './orders.module.css';

const STATES: Readonly<Record<DeskRefund['state'], string>> = {
  DUE: 'is being requested',
  REQUESTED: 'is with the bank',
  DONE: 'went back',
  FAILED: 'failed: nothing went back',
};
const FAILURES: Readonly<Record<NonNullable<DeskRefund['failure']>, string>> = {
  'nothing-left': 'the money had gone back or was disputed before',
  rejected: 'the provider rejected it',
  returned: 'the bank returned it',
};

/** Names of ways to pay, by those of the provider. */
const METHODS: Readonly<Record<string, string>> = { upi: 'UPI', netbanking: 'net banking', emi: 'EMI' };

/** Returns what a refund is for: of those without a reason, whether the cancellation has made it. */
const reasonOf = ({ reason }: DeskRefund, { by_hand, cancelled_for }: DeskPurchase): string => {
  if (reason !== null) return reason;
  if (by_hand !== null) return 'Of the cancellation';
  return cancelled_for === null ? 'Made at the provider' : 'Of the cancellation, or made at the provider';
};

/** The money of an order: paid, gone back, and left. */
export function OrderMoney({ order, maySettle }: { order: DeskPurchase; maySettle: boolean }) {
  const [settled, setSettled] = useState<DeskRefund | null>(null);
  const { lines, shipping_paise, total_paise, refunded_paise, left_paise, refunds, disputes, by_hand } =
    order;
  const books = lines.reduce((sum, { unit_paise, quantity }) => sum + unit_paise * quantity, 0);
  return (
    <section className={styles.orderCard} aria-labelledby="order-money">
      <h2 id="order-money">Money</h2>
      <dl className={styles.orderSums}>
        <dt>Books</dt>
        <dd>{rupees(books)}</dd>
        <dt>Shipping</dt>
        <dd>{rupees(shipping_paise)}</dd>
        <dt className={styles.orderSumsTotal}>
          Paid
          {order.payment_method !== null && ` by ${METHODS[order.payment_method] ?? order.payment_method}`}
        </dt>
        <dd className={styles.orderSumsTotal}>{rupees(total_paise)}</dd>
        <dt>Went back</dt>
        <dd>{rupees(refunded_paise)}</dd>
        <dt>Can be refunded</dt>
        <dd>{rupees(left_paise)}</dd>
      </dl>
      {order.payment_id !== null && (
        <p>
          Payment <span className={styles.orderPayment}>{order.payment_id}</span>
        </p>
      )}
      {by_hand?.reference && <p>Number of the payment: {by_hand.reference}</p>}
      <ul className={styles.orderLines}>
        {refunds.map((refund) => (
          <li key={refund.id}>
            <span>
              Refund {STATES[refund.state]}
              {refund.failure !== null && `: ${FAILURES[refund.failure]}`}
            </span>
            <span className={styles.orderAmount}>{rupees(refund.amount_paise)}</span>
            <small>
              {reasonOf(refund, order)}
              {refund.settled !== undefined && `. Paid back another way: ${refund.settled.reason}`}
            </small>
            {maySettle && refund.can_settle === true && (
              <Button size="small" onClick={() => setSettled(refund)}>
                Paid back another way
              </Button>
            )}
            {maySettle && refund.settled !== undefined && order.cancelled_for === null && (
              <UndoSettlement orderId={order.id} refund={refund} />
            )}
          </li>
        ))}
        {disputes.map(({ id, amountPaise, status }) => (
          <li key={id}>
            <span>
              {
                {
                  open: 'A bank disputes this payment',
                  won: 'A dispute was won',
                  lost: 'A dispute was lost',
                }[status]
              }
            </span>
            <span className={styles.orderAmount}>{rupees(amountPaise)}</span>
            {status === 'open' && <small>Answer it in the dashboard of the card provider.</small>}
          </li>
        ))}
      </ul>
      {settled !== null && (
        <SettleDialog orderId={order.id} refund={settled} onClose={() => setSettled(null)} />
      )}
    </section>
  );
}

function UndoSettlement({ orderId, refund }: { orderId: string; refund: DeskRefund }) {
  const writes = orderApi.useWrites();
  const notices = useNotices();
  async function undo(): Promise<void> {
    const { error } = await writes.send(orderCalls.unsettle(orderId, refund.id), orderId);
    if (error === undefined) notices.success('Taken back: the refund waits for you again.');
    else notices.error(messageOf(error));
  }
  return (
    <Button
      size="small"
      type="text"
      aria-label={`Undo: ${rupees(refund.amount_paise)} paid back another way`}
      onClick={() => void undo()}
    >
      Undo
    </Button>
  );
}

interface SettleDialogProps {
  orderId: string;
  refund: DeskRefund;
  onClose: () => void;
}

function SettleDialog({ orderId, refund: { id, amount_paise }, onClose }: SettleDialogProps) {
  const writes = orderApi.useWrites();
  return (
    <ReasonDialog
      title="Paid back another way"
      heading={`Was ${rupees(amount_paise)} paid back another way?`}
      label="Paid back another way"
      done="Noted: the order needs no attention for this refund."
      send={async (reason) => writes.send(orderCalls.settle(orderId, id, reason), orderId)}
      onClose={onClose}
    >
      Say how and when, for example by bank transfer with its number. No money moves, and no credit note is
      made.
    </ReasonDialog>
  );
}
