import { useId, useState, type FormEvent } from 'react';
import type { RequestKind } from '@vidhi/contracts/order-requests.ts';
import { isProblem } from '#shared/api/problem.ts';
import type { PurchaseLink } from '#shared/payment/last-purchase.ts';
import { useRequestOfBuyerMutation, type OrderDetails } from '#shared/payment/payment-api.ts';
import { formatDay } from '#shared/text/dates.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { BusyLabel } from '#shared/ui/busy-label.tsx';
import '#shared/forms/forms.css';
import * as styles from '../payment.module.css';

type Request = OrderDetails['requests'][number];

const NAMES: Readonly<Record<RequestKind, string>> = { cancel: 'cancellation', return: 'return' };
const OFFERS: Readonly<Record<RequestKind, string>> = { cancel: 'Cancel books', return: 'Return books' };
const STATES: Readonly<Record<Request['state'], string>> = {
  open: 'The shop will look at it and write to you once it has decided.',
  accepted: 'Accepted.',
  declined: 'Declined.',
};

interface OrderRequestsProps {
  link: PurchaseLink;
  order: OrderDetails;
}

/** The requests of the buyer, and the forms of those that are possible. */
export function OrderRequests({ link, order }: OrderRequestsProps) {
  const [open, setOpen] = useState<RequestKind | null>(null);
  const { requests, requestable } = order;
  const kinds = (['cancel', 'return'] as const).filter((kind) =>
    requestable.some((one) => one.kind === kind),
  );
  if (requests.length === 0 && kinds.length === 0) return null;
  return (
    <section className={styles.requests} aria-labelledby="purchase-requests">
      <h2 className="rubric" id="purchase-requests">
        Cancel or return
      </h2>
      {requests.map((request) => (
        <RequestView key={request.id} request={request} order={order} />
      ))}
      {kinds.length > 0 && (
        <p className={styles.orderDocuments}>
          {kinds.map((kind) => (
            <button
              key={kind}
              className={`${styles.plain} needs-script`}
              type="button"
              aria-expanded={open === kind}
              onClick={() => setOpen(open === kind ? null : kind)}
            >
              {OFFERS[kind]}
            </button>
          ))}
        </p>
      )}
      {open !== null && kinds.includes(open) && (
        <RequestForm key={open} kind={open} link={link} order={order} onDone={() => setOpen(null)} />
      )}
    </section>
  );
}

const titleOf = ({ lines }: OrderDetails, id: number): string =>
  lines.find((line) => line.id === id)?.title ?? '';

const RequestView = ({ request, order }: { request: Request; order: OrderDetails }) => (
  <div className={styles.request}>
    <p>
      <strong>
        Your request for a {NAMES[request.kind]} of {formatDay(request.at)}:
      </strong>{' '}
      {STATES[request.state]}
    </p>
    <ul className={styles.parcelBooks}>
      {request.lines.map(({ id, copies }) => (
        <li key={id} {...textLanguageProps(titleOf(order, id))}>
          {copies} × {titleOf(order, id)}
        </li>
      ))}
    </ul>
    {request.reply !== null && <p className={styles.requestReply}>{request.reply}</p>}
    {request.kind === 'return' && request.state === 'accepted' && (
      <p className={styles.purchaseNote}>
        {request.is_refunded === true
          ? 'We have received the books and refunded what you paid for them.'
          : 'Our mail to you says where to send the books. You will get your money back once they reach us.'}
      </p>
    )}
  </div>
);

interface RequestFormProps extends OrderRequestsProps {
  kind: RequestKind;
  onDone: () => void;
}

/** A number of copies for each line that may be cancelled or returned, and a reason. */
function RequestForm({ kind, link, order, onDone }: RequestFormProps) {
  const id = useId();
  const possible = order.requestable.filter((one) => one.kind === kind);
  const [copies, setCopies] = useState<Readonly<Record<number, number>>>(() =>
    Object.fromEntries(possible.map((one) => [one.id, possible.length === 1 ? one.copies : 0])),
  );
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [send, { isLoading }] = useRequestOfBuyerMutation();
  const lines = possible.flatMap((one) => {
    const count = copies[one.id] ?? 0;
    return count > 0 ? [{ id: one.id, copies: count }] : [];
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    if (lines.length === 0) return setFault('Please choose at least one copy.');
    if (reason.trim() === '') return setFault('Please give a reason.');
    const { error } = await send({ link, data: { kind, lines, reason } });
    if (error === undefined) return onDone();
    setFault(isProblem(error) && error.status === 409 ? error.message : 'Please try again.');
  }

  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <fieldset className={styles.requestLines}>
        <legend>Copies</legend>
        {possible.map((one) => (
          <label key={one.id} className={styles.requestLine}>
            <span {...textLanguageProps(titleOf(order, one.id))}>{titleOf(order, one.id)}</span>
            <select
              className="field__input"
              value={copies[one.id] ?? 0}
              onChange={({ target }) => setCopies({ ...copies, [one.id]: Number(target.value) })}
            >
              {Array.from({ length: one.copies + 1 }, (_, count) => (
                <option key={count} value={count}>
                  {count} of {one.copies}
                </option>
              ))}
            </select>
          </label>
        ))}
      </fieldset>
      {kind === 'return' && (
        <p className="field__help">
          Books can be returned until {formatDay(possible[0]?.until ?? '')}. Please wait for the shop’s reply
          before you send them.
        </p>
      )}
      <div className="field">
        <label htmlFor={`${id}-reason`}>Reason</label>
        <textarea
          className="field__input field__input--lines"
          id={`${id}-reason`}
          rows={3}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <div className="form__actions">
        <button className="button" type="submit" aria-disabled={isLoading || undefined}>
          <BusyLabel isBusy={isLoading} busy="Sending">{`Ask for a ${NAMES[kind]}`}</BusyLabel>
        </button>
      </div>
      <p className={styles.purchaseFailure} role="alert">
        {fault}
      </p>
    </form>
  );
}
