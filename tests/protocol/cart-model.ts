import type { Action, Model } from './model-checker.ts';

// Two checkouts of the same cart lines, as a corrected address makes them, both of which can be paid. Every write of the
// stock document, of the claim of a line and of a purchase is one action; a crash of cart-orders loses what it was about
// to do.

const HOLD = { none: 0, held: 1, consumed: 2 };
const PAYMENT = { none: 0, captured: 1, refunded: 2 };
const PURCHASE = { none: 0, confirmed: 1, cancelled: 2 };
/** Progress of the consumer of `payment.verified` with a payment. */
const CONSUMER = { idle: 0, claimed: 1, confirming: 2, cancelling: 3 };
/** In the claim of the line: 0, or the checkout that has it. */
const CHECKOUT = { A: 1, B: 2 };

export interface CartState {
  claim: number;
  holdA: number;
  paymentA: number;
  purchaseA: number;
  consumerA: number;
  holdB: number;
  paymentB: number;
  purchaseB: number;
  consumerB: number;
  crashes: number;
}

export interface CartVariant {
  copies: 1 | 2;
  /** A payment makes an order whatever else was bought of the cart. */
  hasNoClaims?: boolean;
  /** The reservations of an earlier checkout stay when the same cart is checked out again. */
  keepsReservations?: boolean;
}

const MAX_CRASHES = 1;
type Name = 'A' | 'B';
type Step = Action<CartState>;

function actionsOf(name: Name, variant: CartVariant): Step[] {
  const { copies, hasNoClaims, keepsReservations } = variant;
  const other = name === 'A' ? 'B' : 'A';
  const hold = `hold${name}` as const;
  const otherHold = `hold${other}` as const;
  const payment = `payment${name}` as const;
  const purchase = `purchase${name}` as const;
  const otherPurchase = `purchase${other}` as const;
  const consumer = `consumer${name}` as const;
  const step = (
    text: string,
    isEnabled: Step['isEnabled'],
    apply: Step['apply'],
    kind: Step['kind'] = 'step',
  ): Step => ({ name: `${name}: ${text}`, kind, isEnabled, apply });

  /** Takes a copy, from the reservation of the other checkout if need be. False when there is none. */
  function take(s: CartState, as: number): boolean {
    const isReplaced = keepsReservations !== true && s[otherHold] === HOLD.held;
    const taken = Number(s[otherHold] !== HOLD.none && !isReplaced);
    if (taken >= copies) return false;
    if (isReplaced) s[otherHold] = HOLD.none;
    s[hold] = as;
    return true;
  }

  return [
    step(
      'the line is claimed, or another purchase has it',
      (s) =>
        s[payment] === PAYMENT.captured && s[purchase] === PURCHASE.none && s[consumer] === CONSUMER.idle,
      (s) => {
        const isFree = s.claim === 0 || s.claim === CHECKOUT[name] || s[otherPurchase] === PURCHASE.cancelled;
        if (isFree) s.claim = CHECKOUT[name];
        s[consumer] = isFree || hasNoClaims === true ? CONSUMER.claimed : CONSUMER.cancelling;
      },
    ),
    step(
      'the copy is consumed, or there is none',
      (s) => s[consumer] === CONSUMER.claimed,
      (s) => {
        const isTaken = s[hold] === HOLD.consumed || take(s, HOLD.consumed);
        s[consumer] = isTaken ? CONSUMER.confirming : CONSUMER.cancelling;
      },
    ),
    step(
      'the purchase is stored',
      (s) => s[consumer] === CONSUMER.confirming || s[consumer] === CONSUMER.cancelling,
      (s) => {
        s[purchase] = s[consumer] === CONSUMER.confirming ? PURCHASE.confirmed : PURCHASE.cancelled;
        s[consumer] = CONSUMER.idle;
      },
    ),
    step(
      'the reservation is released and the payment refunded',
      (s) => s[purchase] === PURCHASE.cancelled && s[payment] === PAYMENT.captured,
      (s) => {
        s[hold] = HOLD.none;
        s[payment] = PAYMENT.refunded;
      },
    ),
    step(
      'the reservation expires',
      (s) => s[hold] === HOLD.held,
      (s) => (s[hold] = HOLD.none),
      'environment',
    ),
    step(
      'the copy is reserved',
      (s) => s[hold] === HOLD.none && s[payment] === PAYMENT.none,
      (s) => void take(s, HOLD.held),
      'environment',
    ),
    step(
      'the payment is captured',
      (s) => s[payment] === PAYMENT.none,
      (s) => (s[payment] = PAYMENT.captured),
      'environment',
    ),
  ];
}

/** Two checkouts of one cart line, of whose book there are so many copies. */
export const cartModel = (variant: CartVariant): Model<CartState> => ({
  highest: {
    claim: 2,
    holdA: 2,
    paymentA: 2,
    purchaseA: 2,
    consumerA: 3,
    holdB: 2,
    paymentB: 2,
    purchaseB: 2,
    consumerB: 3,
    crashes: MAX_CRASHES,
  },
  actions: [
    ...actionsOf('A', variant),
    ...actionsOf('B', variant),
    {
      name: 'cart-orders crashes',
      kind: 'fault',
      isEnabled: (s) => s.crashes < MAX_CRASHES && s.consumerA + s.consumerB > 0,
      apply(s) {
        s.crashes += 1;
        s.consumerA = s.consumerB = CONSUMER.idle;
      },
    },
  ],
  findViolation: ({ purchaseA, purchaseB }) =>
    purchaseA === PURCHASE.confirmed && purchaseB === PURCHASE.confirmed
      ? 'two orders of one cart line'
      : null,
  findUnsettled(s) {
    const isConfirmed = s.purchaseA === PURCHASE.confirmed || s.purchaseB === PURCHASE.confirmed;
    const isPaid = s.paymentA + s.paymentB > 0;
    if (isPaid && !isConfirmed) return 'a buyer who blocked the own copy';
    for (const name of ['A', 'B'] as const)
      if (s[`payment${name}`] === PAYMENT.captured && s[`purchase${name}`] !== PURCHASE.confirmed)
        return 'a payment without order and without refund';
    return null;
  },
});
