import type { Action } from './model-checker.ts';
import { oneMore, step } from './payment-actions.ts';
import {
  BROWSER,
  PAYMENT,
  WEBHOOK,
  type CheckoutState,
  type FaultLimits,
  type Variant,
} from './checkout-state.ts';

type Step = Action<CheckoutState>;

/** Actions of the buyer, and of processes, networks and engines on the protocol. */
export function outerActions({ hasNoWebhooks = false }: Variant, limits: FaultLimits): Step[] {
  const canPay = (s: Readonly<CheckoutState>): boolean =>
    s.browser === BROWSER.ordered && s.payment === PAYMENT.none && s.providerOrder === 1;
  const canCrash = (s: Readonly<CheckoutState>): boolean => s.crashes < limits.crashes;
  return [
    step(
      'the buyer checks out',
      (s) => s.browser === BROWSER.idle,
      (s) => (s.browser = BROWSER.ordering),
      'environment',
    ),
    step(
      'the buyer pays',
      canPay,
      (s) => {
        s.payment = PAYMENT.captured;
        s.webhooksSent = oneMore(s.webhooksSent);
        s.browser = BROWSER.paid;
      },
      'environment',
    ),
    step(
      'the buyer pays, and the bank does not answer',
      canPay,
      (s) => {
        s.payment = PAYMENT.pending;
        s.browser = BROWSER.closed;
      },
      'environment',
    ),
    step(
      'the buyer closes the tab',
      (s) => s.browser > BROWSER.idle && s.browser < BROWSER.verified,
      (s) => (s.browser = BROWSER.closed),
      'environment',
    ),
    step(
      'a webhook is lost',
      (s) => s.webhooksSent > 0,
      (s) => (s.webhooksSent -= 1),
      'fault',
    ),
    step(
      'a webhook arrives twice',
      (s) =>
        !hasNoWebhooks &&
        s.webhooksSent > 0 &&
        s.doubledWebhooks < limits.doubledWebhooks &&
        (s.webhook === WEBHOOK.none || s.webhook === WEBHOOK.applied),
      (s) => {
        s.doubledWebhooks += 1;
        if (s.webhook === WEBHOOK.none) s.webhook = WEBHOOK.stored;
      },
      'fault',
    ),
    step(
      'payments crashes',
      (s) =>
        canCrash(s) &&
        s.checkoutCall + s.verifyCall + s.poll + s.checkoutRelay + Number(s.webhook === WEBHOOK.unstored) > 0,
      (s) => {
        s.crashes += 1;
        s.checkoutCall = s.verifyCall = s.poll = s.checkoutRelay = 0;
        if (s.webhook === WEBHOOK.unstored) s.webhook = WEBHOOK.applied;
      },
      'fault',
    ),
    step(
      'cart-orders crashes',
      (s) => canCrash(s) && s.orderConsumer + s.purchaseRelay > 0,
      (s) => {
        s.crashes += 1;
        s.orderConsumer = s.purchaseRelay = 0;
      },
      'fault',
    ),
    step(
      'notify crashes',
      (s) => canCrash(s) && s.mailConsumer + s.mailWorker > 0,
      (s) => {
        s.crashes += 1;
        s.mailConsumer = s.mailWorker = 0;
      },
      'fault',
    ),
    step(
      'the broker loses its records',
      (s) =>
        s.brokerWipes < limits.brokerWipes &&
        s.verifiedRecords + s.createdRecords + s.acknowledgementRecord > 0,
      (s) => {
        s.brokerWipes += 1;
        s.verifiedRecords = s.createdRecords = s.acknowledgementRecord = 0;
      },
      'fault',
    ),
    step(
      'Redis loses its jobs',
      (s) => s.redisWipes < limits.redisWipes && s.mailJob === 1,
      (s) => {
        s.redisWipes += 1;
        s.mailJob = 0;
      },
      'fault',
    ),
  ];
}
