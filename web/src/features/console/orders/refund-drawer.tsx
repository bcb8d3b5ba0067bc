import { useState } from 'react';
import { Alert, Button, Checkbox, Drawer, Input, InputNumber } from 'antd';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { randomKey } from '#shared/cart/random-key.ts';
import { messageOf } from '../kit/message-of.ts';
import { MissingText } from '../kit/missing-text.tsx';
import { orderApi, orderCalls } from './order-api.ts';
import { rupees } from './order-texts.ts';
import { FormField } from './form-field.tsx';
import * as styles from './orders.module.css';
import { draftFault, draftPaise, refundOf, shippingLeft, type RefundDraft } from './refund-draft.ts';

interface DrawerProps {
  order: DeskPurchase;
  /** Initial values of the form. */
  draft: RefundDraft;
  isOpen: boolean;
  onClose: () => void;
}

/** Refunds copies, shipping or an amount of an order. */
export const RefundDrawer = ({ order, draft, isOpen, onClose }: DrawerProps) => (
  <Drawer title="Refund" open={isOpen} onClose={onClose} destroyOnHidden>
    <RefundForm order={order} initial={draft} onDone={onClose} />
  </Drawer>
);

interface FormProps {
  order: DeskPurchase;
  initial: RefundDraft;
  onDone: () => void;
}

function RefundForm({ order, initial, onDone }: FormProps) {
  const [draft, setDraft] = useState(initial);
  // The same key until the form is closed: a press that is repeated after a lost response is the same refund.
  const [key] = useState(() => randomKey());
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const writes = orderApi.useWrites();
  const notices = useNotices();
  const amount = draftPaise(order, draft);
  const fault = draftFault(order, draft);
  const shipping = shippingLeft(order);
  const ofShipping = `Of the shipping charge of ${rupees(order.shipping_paise)}`;
  const hasCopies = Object.values(draft.copies).some((count) => count > 0);
  const isAllUnshipped = order.status === 'unshipped' && amount === order.total_paise;

  async function send(): Promise<void> {
    if (isSending) return;
    setSending(true);
    setFailure(null);
    const { error } = await writes.send(orderCalls.refund(order.id, key, refundOf(draft)), order.id);
    setSending(false);
    if (error === undefined) {
      notices.success(
        order.by_hand === null
          ? `${rupees(amount)} goes back the way it was paid.`
          : `The refund is noted. Please return ${rupees(amount)} to the buyer.`,
      );
      return onDone();
    }
    if (isProblem(error) && error.status === 403)
      return setFailure('This is more than you may refund: ask somebody of the desk for refunds.');
    setFailure(messageOf(error));
  }

  return (
    <form
      className={styles.orderForm}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p>
        Can be refunded: <strong>{rupees(order.left_paise)}</strong>
        {order.may_refund_paise < order.left_paise && `, of which you may ${rupees(order.may_refund_paise)}`}
      </p>
      {order.lines.map((line) => (
        <div key={line.id} className={styles.orderFormLine}>
          <span>
            {line.title}
            <br />
            <small className={styles.orderFaint}>
              {rupees(line.unit_paise)} a copy, {line.quantity - line.refunded_copies} of {line.quantity} left
            </small>
          </span>
          <InputNumber<number>
            aria-label={`Copies of ${line.title} to refund`}
            min={0}
            max={line.quantity - line.refunded_copies}
            precision={0}
            value={draft.copies[line.id] ?? 0}
            onChange={(count) => setDraft({ ...draft, copies: { ...draft.copies, [line.id]: count ?? 0 } })}
          />
        </div>
      ))}
      {shipping > 0 && (
        <FormField
          id="refund-shipping"
          label={shipping < order.shipping_paise ? `${ofShipping}, ${rupees(shipping)} left` : ofShipping}
        >
          <InputNumber<number>
            id="refund-shipping"
            min={0}
            max={shipping / 100}
            precision={2}
            prefix="₹"
            value={draft.shipping}
            onChange={(part) => setDraft({ ...draft, shipping: part })}
          />
        </FormField>
      )}
      <FormField id="refund-amount" label="Any other amount">
        <InputNumber<number>
          id="refund-amount"
          min={0}
          max={order.may_refund_paise / 100}
          precision={2}
          prefix="₹"
          value={draft.amount}
          onChange={(other) => setDraft({ ...draft, amount: other })}
        />
      </FormField>
      <FormField id="refund-reason" label="Reason, for staff">
        <Input.TextArea
          id="refund-reason"
          rows={2}
          maxLength={500}
          value={draft.reason}
          onChange={({ target }) => setDraft({ ...draft, reason: target.value })}
        />
      </FormField>
      {hasCopies && (
        <Checkbox
          checked={draft.restock}
          onChange={({ target }) => setDraft({ ...draft, restock: target.checked })}
        >
          The copies can be sold again
        </Checkbox>
      )}
      {isAllUnshipped && (
        <Alert type="info" message="This is all of an order of which nothing was shipped: it is cancelled." />
      )}
      {amount > 0 && fault !== null && <p className={styles.orderFault}>{fault}</p>}
      {failure !== null && <Alert type="error" message={failure} />}
      <MissingText id="refund-missing" text={amount > 0 ? null : fault} />
      <Button
        type="primary"
        htmlType="submit"
        loading={isSending}
        disabled={fault !== null}
        aria-describedby="refund-missing"
      >
        Refund {rupees(amount)}
      </Button>
    </form>
  );
}
