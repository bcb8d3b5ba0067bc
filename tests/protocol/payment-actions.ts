import type { Action } from './model-checker.ts';
import {
  BROWSER,
  CHECKOUT,
  CHECKOUT_CALL,
  MAX_RECORDS,
  OUTBOX,
  PAYMENT,
  RELAY,
  VERIFY_CALL,
  WEBHOOK,
  type CheckoutState,
  type Variant,
} from './checkout-state.ts';

type Step = Action<CheckoutState>;
export const step = (
  name: string,
  isEnabled: Step['isEnabled'],
  apply: Step['apply'],
  kind: Step['kind'] = 'step',
): Step => ({ name, kind, isEnabled, apply });

/** Returns the number of records plus one, up to the number from which more change nothing. */
export const oneMore = (count: number): number => Math.min(count + 1, MAX_RECORDS);

/** The browser, the provider, and payments up to the publication of `payment.verified`. */
export function paymentActions(variant: Variant): Step[] {
  const { hasNoOutbox = false, marksBeforePublishing = false, respondsBeforeStoring = false } = variant;

  /** Executes the conditional write that makes a checkout PAID; false when it was PAID before. */
  function writePaid(state: CheckoutState): boolean {
    if (state.checkout !== CHECKOUT.CREATED && state.checkout !== CHECKOUT.ORDERED) return false;
    state.checkout = CHECKOUT.PAID;
    if (!hasNoOutbox) state.verifiedEvent = OUTBOX.due;
    return true;
  }
  /** Executes that write, and the publication that follows it where there is no outbox. */
  function writePaidAndPublish(state: CheckoutState): void {
    if (writePaid(state) && hasNoOutbox) state.verifiedRecords = oneMore(state.verifiedRecords);
  }
  function endVerification(state: CheckoutState): void {
    state.verifyCall = VERIFY_CALL.idle;
    if (state.browser === BROWSER.paid) state.browser = BROWSER.verified;
  }

  const checkout = [
    step(
      'payments inserts the checkout',
      (s) => s.browser === BROWSER.ordering && s.checkoutCall === CHECKOUT_CALL.idle,
      (s) => {
        if (s.checkout === CHECKOUT.none) s.checkout = CHECKOUT.CREATED;
        s.checkoutCall = CHECKOUT_CALL.inserted;
      },
    ),
    step(
      'the provider creates the order',
      (s) => s.checkoutCall === CHECKOUT_CALL.inserted,
      (s) => {
        s.providerOrder = 1;
        s.checkoutCall = CHECKOUT_CALL.orderCreated;
      },
    ),
    step(
      'payments stores the id of the order',
      (s) => s.checkoutCall === CHECKOUT_CALL.orderCreated,
      (s) => {
        if (s.checkout < CHECKOUT.ORDERED) s.checkout = CHECKOUT.ORDERED;
        s.checkoutCall = CHECKOUT_CALL.idle;
        if (s.browser === BROWSER.ordering) s.browser = BROWSER.ordered;
      },
    ),
    step(
      'the bank authorizes late',
      (s) => s.payment === PAYMENT.pending,
      (s) => {
        s.payment = PAYMENT.captured;
        s.webhooksSent = oneMore(s.webhooksSent);
      },
    ),
  ];
  const verification = [
    step(
      'verify reads the payment',
      (s) => s.browser === BROWSER.paid && s.verifyCall === VERIFY_CALL.idle,
      (s) => (s.verifyCall = VERIFY_CALL.checked),
    ),
    step(
      'verify writes PAID',
      (s) => s.verifyCall === VERIFY_CALL.checked,
      (s) => {
        if (writePaid(s) && hasNoOutbox) s.verifyCall = VERIFY_CALL.written;
        else endVerification(s);
      },
    ),
    step(
      'verify publishes',
      (s) => s.verifyCall === VERIFY_CALL.written,
      (s) => {
        s.verifiedRecords = oneMore(s.verifiedRecords);
        endVerification(s);
      },
    ),
  ];
  const webhooks = [
    step(
      'a webhook arrives',
      (s) => s.webhooksSent > 0,
      (s) => {
        s.webhooksSent -= 1;
        if (s.webhook !== WEBHOOK.applied)
          s.webhook = respondsBeforeStoring ? WEBHOOK.unstored : WEBHOOK.stored;
      },
    ),
    step(
      'payments applies the webhook',
      (s) => s.webhook === WEBHOOK.stored || s.webhook === WEBHOOK.unstored,
      (s) => {
        writePaidAndPublish(s);
        s.webhook = WEBHOOK.applied;
      },
    ),
  ];
  const poll = [
    step(
      'the poll reads the payment',
      (s) =>
        s.poll === 0 &&
        s.payment === PAYMENT.captured &&
        (s.checkout === CHECKOUT.CREATED || s.checkout === CHECKOUT.ORDERED),
      (s) => (s.poll = 1),
    ),
    step(
      'the poll writes PAID',
      (s) => s.poll === 1,
      (s) => {
        writePaidAndPublish(s);
        s.poll = 0;
      },
    ),
  ];
  const relay = marksBeforePublishing
    ? [
        step(
          'payments marks payment.verified',
          (s) => s.verifiedEvent === OUTBOX.due && s.checkoutRelay === RELAY.idle,
          (s) => {
            s.verifiedEvent = OUTBOX.published;
            s.checkoutRelay = RELAY.claimed;
          },
        ),
        step(
          'payments publishes payment.verified',
          (s) => s.checkoutRelay === RELAY.claimed,
          (s) => {
            s.verifiedRecords = oneMore(s.verifiedRecords);
            s.checkoutRelay = RELAY.idle;
          },
        ),
      ]
    : [
        step(
          'payments claims payment.verified',
          (s) => s.verifiedEvent === OUTBOX.due && s.checkoutRelay === RELAY.idle,
          (s) => (s.checkoutRelay = RELAY.claimed),
        ),
        step(
          'payments publishes payment.verified',
          (s) => s.checkoutRelay === RELAY.claimed,
          (s) => {
            s.verifiedRecords = oneMore(s.verifiedRecords);
            s.checkoutRelay = RELAY.sent;
          },
        ),
        step(
          'payments marks payment.verified',
          (s) => s.checkoutRelay === RELAY.sent,
          (s) => {
            s.verifiedEvent = OUTBOX.published;
            s.checkoutRelay = RELAY.idle;
          },
        ),
      ];
  return [
    ...checkout,
    ...verification,
    ...(variant.hasNoWebhooks ? [] : webhooks),
    ...(variant.hasNoPoll ? [] : poll),
    ...relay,
  ];
}
