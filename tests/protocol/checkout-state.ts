// The states of the processes, documents and topics of one purchase. A process between two atomic writes has a state of
// its own, which a crash takes back to 0.

export const BROWSER = { idle: 0, ordering: 1, ordered: 2, paid: 3, verified: 4, closed: 5 };
/** The request that creates the checkout and the provider's order. */
export const CHECKOUT_CALL = { idle: 0, inserted: 1, orderCreated: 2 };
/** The request that verifies what the browser brings back. `written` is a state of the variant without an outbox only. */
export const VERIFY_CALL = { idle: 0, checked: 1, written: 2 };
/** `pending`: the bank has not responded, and authorizes later. */
export const PAYMENT = { none: 0, pending: 1, captured: 2 };
/** A webhook at payments. `unstored` is a state of the variant that responds before it stores. */
export const WEBHOOK = { none: 0, stored: 1, applied: 2, unstored: 3 };
export const CHECKOUT = { none: 0, CREATED: 1, ORDERED: 2, PAID: 3, FULFILLED: 4 };
/** An event in the outbox of its document. */
export const OUTBOX = { empty: 0, due: 1, published: 2 };
/** A relay that publishes an event and marks it. */
export const RELAY = { idle: 0, claimed: 1, sent: 2 };
/** The consumer of cart-orders. */
export const ORDER_CONSUMER = { idle: 0, fetched: 1, stored: 2 };
/** The consumer of notify. */
export const MAIL_CONSUMER = { idle: 0, fetched: 1, stored: 2, scheduled: 3 };
export const MAIL = { none: 0, QUEUED: 1, SENDING: 2, SENT: 3 };
export const MAIL_WORKER = { idle: 0, claimed: 1, accepted: 2 };

export interface CheckoutState {
  browser: number;
  checkoutCall: number;
  verifyCall: number;
  providerOrder: number;
  payment: number;
  /** Webhooks on their way from the provider. */
  webhooksSent: number;
  webhook: number;
  checkout: number;
  verifiedEvent: number;
  /** 1: the poll has read that the payment is captured. */
  poll: number;
  checkoutRelay: number;
  /** Records of `payment.verified` that cart-orders has not committed. */
  verifiedRecords: number;
  orderConsumer: number;
  purchases: number;
  createdEvent: number;
  purchaseRelay: number;
  /** Records of `order.created` that notify has not committed. */
  createdRecords: number;
  /** 1: a record of `order.created` that payments has not committed. */
  acknowledgementRecord: number;
  /** 1: cart-orders knows that notify has the mail. */
  mailAcknowledged: number;
  mailConsumer: number;
  mail: number;
  /** 1: a job in Redis. */
  mailJob: number;
  mailWorker: number;
  /** Mails that the mail server has accepted. */
  acceptedMails: number;
  crashes: number;
  brokerWipes: number;
  redisWipes: number;
  doubledWebhooks: number;
}

/** Counters of records stop here: more of them change nothing that fewer do not. */
export const MAX_RECORDS = 2;

export const HIGHEST: CheckoutState = {
  browser: 5,
  checkoutCall: 2,
  verifyCall: 2,
  providerOrder: 1,
  payment: 2,
  webhooksSent: MAX_RECORDS,
  webhook: 3,
  checkout: 4,
  verifiedEvent: 2,
  poll: 1,
  checkoutRelay: 2,
  verifiedRecords: MAX_RECORDS,
  orderConsumer: 2,
  purchases: 2,
  createdEvent: 2,
  purchaseRelay: 2,
  createdRecords: MAX_RECORDS,
  acknowledgementRecord: 1,
  mailAcknowledged: 1,
  mailConsumer: 3,
  mail: 3,
  mailJob: 1,
  mailWorker: 2,
  acceptedMails: 2,
  crashes: 2,
  brokerWipes: 1,
  redisWipes: 1,
  doubledWebhooks: 1,
};

/** Variants of the protocol. Every switch is a fault that the checker must find. */
export interface Variant {
  hasNoWebhooks?: boolean;
  hasNoPoll?: boolean;
  /** Webhooks get their response before they are stored. */
  respondsBeforeStoring?: boolean;
  /** The event is published after the write of the state, instead of being in it. */
  hasNoOutbox?: boolean;
  /** The event is marked as published before it is. */
  marksBeforePublishing?: boolean;
  /** The offset is committed before the effect. */
  commitsBeforeEffect?: boolean;
  /** The purchase has a random id instead of one that follows from the checkout. */
  hasRandomIds?: boolean;
  /** payments does not publish `payment.verified` again until it is acknowledged. */
  ignoresMissingOrders?: boolean;
  /** cart-orders does not publish `order.created` again until notify has the mail. */
  ignoresMissingMails?: boolean;
  /** A repeated `payment.verified` does not make `order.created` due again. */
  neverRearms?: boolean;
  /** Mails are jobs in Redis alone. */
  hasNoLedger?: boolean;
  /** An interrupted mail is sent again without a query whether it was accepted. */
  sendsWithoutLookup?: boolean;
}

/** Number of times that each fault may happen in one history. */
export interface FaultLimits {
  crashes: 0 | 1 | 2;
  brokerWipes: 0 | 1;
  redisWipes: 0 | 1;
  doubledWebhooks: 0 | 1;
}
