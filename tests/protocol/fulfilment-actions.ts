import type { Action } from './model-checker.ts';
import { oneMore, step } from './payment-actions.ts';
import {
  CHECKOUT,
  MAIL,
  MAIL_CONSUMER,
  MAIL_WORKER,
  ORDER_CONSUMER,
  OUTBOX,
  RELAY,
  type CheckoutState,
  type Variant,
} from './checkout-state.ts';

type Step = Action<CheckoutState>;

/** Steps from `payment.verified` to the purchase, its event, and the acknowledgement of the payment. */
export function purchaseActions(variant: Variant): Step[] {
  const fetch = (next: (state: CheckoutState) => void): Step =>
    step(
      'cart-orders fetches payment.verified',
      (s) => s.verifiedRecords > 0 && s.orderConsumer === ORDER_CONSUMER.idle,
      (s) => {
        s.orderConsumer = ORDER_CONSUMER.fetched;
        next(s);
      },
    );
  const store = (after: number): Step =>
    step(
      'cart-orders stores the purchase',
      (s) => s.orderConsumer === ORDER_CONSUMER.fetched,
      (s) => {
        if (variant.hasRandomIds || s.purchases === 0) {
          s.purchases = Math.min(s.purchases + 1, 2);
          s.createdEvent = OUTBOX.due;
        } else if (
          !variant.neverRearms &&
          !variant.commitsBeforeEffect &&
          s.createdEvent === OUTBOX.published
        )
          s.createdEvent = OUTBOX.due;
        s.orderConsumer = after;
      },
    );
  const consumer = variant.commitsBeforeEffect
    ? [fetch((s) => (s.verifiedRecords -= 1)), store(ORDER_CONSUMER.idle)]
    : [
        fetch(() => {}),
        store(ORDER_CONSUMER.stored),
        step(
          'cart-orders commits the offset',
          (s) => s.orderConsumer === ORDER_CONSUMER.stored,
          (s) => {
            if (s.verifiedRecords > 0) s.verifiedRecords -= 1;
            s.orderConsumer = ORDER_CONSUMER.idle;
          },
        ),
      ];
  return [
    ...consumer,
    step(
      'cart-orders claims order.created',
      (s) => s.createdEvent === OUTBOX.due && s.purchaseRelay === RELAY.idle,
      (s) => (s.purchaseRelay = RELAY.claimed),
    ),
    step(
      'cart-orders publishes order.created',
      (s) => s.purchaseRelay === RELAY.claimed,
      (s) => {
        s.createdRecords = oneMore(s.createdRecords);
        s.acknowledgementRecord = 1;
        s.purchaseRelay = RELAY.sent;
      },
    ),
    step(
      'cart-orders marks order.created',
      (s) => s.purchaseRelay === RELAY.sent,
      (s) => {
        s.createdEvent = OUTBOX.published;
        s.purchaseRelay = RELAY.idle;
      },
    ),
    step(
      'payments consumes order.created',
      (s) => s.acknowledgementRecord === 1,
      (s) => {
        s.acknowledgementRecord = 0;
        if (s.checkout === CHECKOUT.PAID) s.checkout = CHECKOUT.FULFILLED;
      },
    ),
  ];
}

/** Steps from `order.created` to the accepted mail, and the acknowledgement of the order. */
export function mailActions({
  hasNoLedger = false,
  ignoresMissingMails = false,
  sendsWithoutLookup = false,
}: Variant): Step[] {
  const consumer = [
    step(
      'notify fetches order.created',
      (s) => s.createdRecords > 0 && s.mailConsumer === MAIL_CONSUMER.idle,
      (s) => (s.mailConsumer = MAIL_CONSUMER.fetched),
    ),
    step(
      'notify stores the mail',
      (s) => s.mailConsumer === MAIL_CONSUMER.fetched,
      (s) => {
        if (s.mail === MAIL.none && !hasNoLedger) s.mail = MAIL.QUEUED;
        s.mailConsumer = MAIL_CONSUMER.stored;
      },
    ),
    step(
      'notify schedules the mail',
      (s) => s.mailConsumer === MAIL_CONSUMER.stored,
      (s) => {
        if (s.mail !== MAIL.SENT) s.mailJob = 1;
        s.mailConsumer = MAIL_CONSUMER.scheduled;
      },
    ),
    step(
      'notify commits the offset',
      (s) => s.mailConsumer === MAIL_CONSUMER.scheduled,
      (s) => {
        if (s.createdRecords > 0) s.createdRecords -= 1;
        s.mailConsumer = MAIL_CONSUMER.idle;
      },
    ),
  ];
  const acknowledgement = step(
    'cart-orders learns that notify has the mail',
    (s) => s.mail > MAIL.none && s.purchases > 0 && s.mailAcknowledged === 0,
    (s) => (s.mailAcknowledged = 1),
  );
  const sweep = step(
    'the sweep schedules the mail',
    (s) =>
      (s.mail === MAIL.QUEUED || (s.mail === MAIL.SENDING && s.mailWorker === MAIL_WORKER.idle)) &&
      s.mailJob === 0 &&
      s.mailConsumer === MAIL_CONSUMER.idle,
    (s) => (s.mailJob = 1),
  );
  const worker = [
    step(
      'the worker claims the mail',
      (s) => s.mailJob === 1 && s.mailWorker === MAIL_WORKER.idle,
      (s) => {
        const isAccepted = s.mail === MAIL.SENDING && !sendsWithoutLookup && s.acceptedMails > 0;
        if (isAccepted) s.mail = MAIL.SENT;
        if (s.mail === MAIL.SENT) {
          s.mailJob = 0;
          return;
        }
        s.mail = MAIL.SENDING;
        s.mailWorker = MAIL_WORKER.claimed;
      },
    ),
    step(
      'the mail server accepts the mail',
      (s) => s.mailWorker === MAIL_WORKER.claimed,
      (s) => {
        s.acceptedMails = Math.min(s.acceptedMails + 1, 2);
        s.mailWorker = MAIL_WORKER.accepted;
      },
    ),
    step(
      'the worker marks the mail',
      (s) => s.mailWorker === MAIL_WORKER.accepted,
      (s) => {
        s.mail = MAIL.SENT;
        s.mailJob = 0;
        s.mailWorker = MAIL_WORKER.idle;
      },
    ),
  ];
  return [
    ...consumer,
    ...(ignoresMissingMails ? [] : [acknowledgement]),
    ...(hasNoLedger ? [] : [sweep]),
    ...worker,
  ];
}

/** The sweeps that publish unacknowledged events again, each some minutes after everything else has come to rest. */
export function republicationActions({ ignoresMissingOrders, ignoresMissingMails }: Variant): Step[] {
  const verified = step(
    'payments publishes payment.verified again',
    (s) =>
      s.checkout === CHECKOUT.PAID &&
      s.verifiedEvent === OUTBOX.published &&
      s.checkoutRelay === RELAY.idle &&
      s.verifiedRecords === 0 &&
      s.orderConsumer === ORDER_CONSUMER.idle &&
      s.acknowledgementRecord === 0 &&
      s.createdEvent !== OUTBOX.due &&
      s.purchaseRelay === RELAY.idle,
    (s) => (s.verifiedEvent = OUTBOX.due),
  );
  const created = step(
    'cart-orders publishes order.created again',
    (s) =>
      s.purchases > 0 &&
      s.mailAcknowledged === 0 &&
      s.createdEvent === OUTBOX.published &&
      s.purchaseRelay === RELAY.idle &&
      s.createdRecords === 0 &&
      s.mailConsumer === MAIL_CONSUMER.idle,
    (s) => (s.createdEvent = OUTBOX.due),
  );
  return [...(ignoresMissingOrders ? [] : [verified]), ...(ignoresMissingMails ? [] : [created])];
}
