import { useState } from 'react';
import { Alert, Button, Input } from 'antd';
import type { OrderRequest, RequestOfBuyer } from '@vidhi/contracts/order-requests.ts';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { messageOf } from '../kit/message-of.ts';
import { orderApi, orderCalls } from './order-api.ts';
import { FormField } from './form-field.tsx';
import * as styles from './orders.module.css';

const NAMES = { cancel: 'cancellation', return: 'return' } as const;
const STATES = { open: 'waits for you', accepted: 'accepted', declined: 'declined' } as const;

interface RequestsProps {
  order: DeskPurchase;
  mayDecide: boolean;
  /** Opens the refund with these copies filled in. */
  onRefund: (request: OrderRequest) => void;
}

/** The requests of the buyer, the newest first; an open one has the form of its decision. */
export function OrderRequests({ order, mayDecide, onRefund }: RequestsProps) {
  if (order.requests.length === 0) return null;
  return (
    <section className={styles.orderCard} aria-labelledby="order-requests">
      <h2 id="order-requests">Requests of the buyer</h2>
      <ul className={styles.orderNotes}>
        {order.requests.toReversed().map((request) => (
          <li key={request.id}>
            <p>
              <strong>
                Asks for a {NAMES[request.kind]}, {STATES[request.state]}
              </strong>
              <br />
              <small className={styles.orderFaint}>
                <DateText iso={request.at} withTime />
              </small>
            </p>
            <p>
              {request.lines
                .map(({ id, copies }) => {
                  const line = order.lines.find((one) => one.id === id);
                  return `${copies} × ${line?.title ?? id}`;
                })
                .join(', ')}
            </p>
            <blockquote className={styles.orderQuote}>{request.reason}</blockquote>
            {request.reply !== null && <p>Your reply: {request.reply}</p>}
            {request.state === 'open' && mayDecide && <Decision order={order} request={request} />}
            {isToBeRefunded(order, request) && <Returned order={order} onRefund={() => onRefund(request)} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The last step of a return, for those who may refund something of the order. */
const Returned = ({ order, onRefund }: { order: DeskPurchase; onRefund: () => void }) =>
  order.may_refund_paise > 0 ? (
    <Button onClick={onRefund}>The books are back: refund</Button>
  ) : (
    <small className={styles.orderFaint}>
      When the books are back, somebody with the desk Refunds returns the money.
    </small>
  );

/** Returns whether some of the copies that an accepted return is about have not been refunded, and can be. */
export const isToBeRefunded = (
  { left_paise, lines }: Pick<DeskPurchase, 'left_paise' | 'lines'>,
  request: RequestOfBuyer,
): boolean =>
  request.state === 'accepted' &&
  request.kind === 'return' &&
  request.is_refunded !== true &&
  left_paise > 0 &&
  request.lines.some(({ id }) =>
    lines.some((line) => line.id === id && line.refunded_copies < line.quantity),
  );

const EFFECTS = {
  cancel:
    'Accepting refunds these copies at once, and the shipping charge when nothing else is to be sent. The buyer is mailed.',
  return: 'Accepting mails the buyer where to send the books. You refund them when they have come back.',
} as const;

function Decision({ order, request }: { order: DeskPurchase; request: OrderRequest }) {
  const [reply, setReply] = useState('');
  const [sending, setSending] = useState<'accepted' | 'declined' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const writes = orderApi.useWrites();
  const notices = useNotices();
  const mayAccept = request.kind === 'return' || order.may_refund_paise > 0;

  async function decide(state: 'accepted' | 'declined'): Promise<void> {
    if (sending !== null) return;
    if (state === 'declined' && reply.trim() === '')
      return setFailure('Please tell the buyer why: the text is in the mail.');
    setSending(state);
    setFailure(null);
    const { error } = await writes.send(orderCalls.decide(order.id, request.id, { state, reply }), order.id);
    setSending(null);
    if (error === undefined) return notices.success('The buyer is mailed.');
    if (isProblem(error) && error.status === 403)
      return setFailure('This refunds more than you may: ask somebody of the desk for refunds.');
    setFailure(messageOf(error));
  }

  return (
    <div className={styles.orderForm}>
      <FormField id={`request-${request.id}`} label="Text for the buyer">
        <Input.TextArea
          id={`request-${request.id}`}
          rows={2}
          maxLength={1_000}
          value={reply}
          onChange={({ target }) => setReply(target.value)}
        />
      </FormField>
      <small className={styles.orderFaint}>
        {mayAccept
          ? EFFECTS[request.kind]
          : 'Accepting refunds money: somebody with the desk Refunds does it.'}
      </small>
      {failure !== null && <Alert type="error" message={failure} />}
      <span className={styles.orderHeadActions}>
        <Button loading={sending === 'declined'} onClick={() => void decide('declined')}>
          Decline
        </Button>
        {mayAccept && (
          <Button type="primary" loading={sending === 'accepted'} onClick={() => void decide('accepted')}>
            Accept
          </Button>
        )}
      </span>
    </div>
  );
}
