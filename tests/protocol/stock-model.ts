import type { Action, Model } from './model-checker.ts';

// Two buyers of the last copy of a book. Every write of the book's stock document, of a purchase, and every call of the
// provider is one action; a crash of cart-orders loses what it was about to do.

/** In the stock document. `consumed`: paid for; its copies are counted as sold when the purchase is stored. */
export const HOLD = { none: 0, held: 1, consumed: 2, sold: 3 };
export const PAYMENT = { none: 0, captured: 1, refunded: 2 };
/** `cancelled`: captured after the reservation expired, when the copy was gone. */
export const PURCHASE = { none: 0, confirmed: 1, cancelled: 2 };
/** Step that the consumer of `payment.verified` is about to store. */
const CONSUMER = { idle: 0, confirming: 1, cancelling: 2 };

export interface StockState {
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

export interface StockVariant {
  /** Payments take a copy whether or not one is left. */
  ignoresAvailability?: boolean;
  /** A consumed copy expires like a reserved one. */
  expiresConsumed?: boolean;
  /** A payment without a copy is left as it is. */
  forgetsRefund?: boolean;
}

const COPIES = 1;
const MAX_CRASHES = 2;

type Buyer = 'A' | 'B';
type Step = Action<StockState>;

const takenBy = ({ holdA, holdB }: Readonly<StockState>): number =>
  Number(holdA !== HOLD.none) + Number(holdB !== HOLD.none);

function actionsOf(buyer: Buyer, variant: StockVariant): Step[] {
  const hold = `hold${buyer}` as const;
  const payment = `payment${buyer}` as const;
  const purchase = `purchase${buyer}` as const;
  const consumer = `consumer${buyer}` as const;
  const canTake = (s: Readonly<StockState>): boolean =>
    variant.ignoresAvailability === true || takenBy(s) < COPIES;
  const step = (
    name: string,
    isEnabled: Step['isEnabled'],
    apply: Step['apply'],
    kind: Step['kind'] = 'step',
  ): Step => ({ name: `${buyer}: ${name}`, kind, isEnabled, apply });

  return [
    step(
      'the copy is consumed, or the payment has none',
      (s) =>
        s[payment] === PAYMENT.captured && s[purchase] === PURCHASE.none && s[consumer] === CONSUMER.idle,
      (s) => {
        const isHeld = s[hold] !== HOLD.none;
        if (isHeld || canTake(s)) {
          s[hold] = HOLD.consumed;
          s[consumer] = CONSUMER.confirming;
        } else s[consumer] = CONSUMER.cancelling;
      },
    ),
    step(
      'the purchase is stored',
      (s) => s[consumer] !== CONSUMER.idle,
      (s) => {
        if (s[purchase] === PURCHASE.none)
          s[purchase] = s[consumer] === CONSUMER.confirming ? PURCHASE.confirmed : PURCHASE.cancelled;
        s[consumer] = CONSUMER.idle;
      },
    ),
    step(
      'the copy is counted as sold',
      (s) => s[purchase] === PURCHASE.confirmed && s[hold] === HOLD.consumed,
      (s) => (s[hold] = HOLD.sold),
    ),
    ...(variant.forgetsRefund
      ? []
      : [
          step(
            'the payment is refunded',
            (s) => s[purchase] === PURCHASE.cancelled && s[payment] === PAYMENT.captured,
            (s) => (s[payment] = PAYMENT.refunded),
          ),
        ]),
    step(
      'the reservation expires',
      (s) =>
        s[hold] === HOLD.held ||
        (variant.expiresConsumed === true && s[hold] === HOLD.consumed && s[purchase] === PURCHASE.none),
      (s) => (s[hold] = HOLD.none),
      'environment',
    ),
    step(
      'the copy is reserved',
      (s) => s[hold] === HOLD.none && s[payment] === PAYMENT.none && canTake(s),
      (s) => (s[hold] = HOLD.held),
      'environment',
    ),
    // The order at the provider stays payable after the reservation has expired.
    step(
      'the payment is captured',
      (s) => s[payment] === PAYMENT.none,
      (s) => (s[payment] = PAYMENT.captured),
      'environment',
    ),
  ];
}

/** The reservation of stock, from the checkout to the purchase or the refund. */
export const stockModel = (variant: StockVariant): Model<StockState> => ({
  highest: {
    holdA: 3,
    paymentA: 2,
    purchaseA: 2,
    consumerA: 2,
    holdB: 3,
    paymentB: 2,
    purchaseB: 2,
    consumerB: 2,
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
  findViolation({ purchaseA, purchaseB, ...s }) {
    const confirmed = Number(purchaseA === PURCHASE.confirmed) + Number(purchaseB === PURCHASE.confirmed);
    if (confirmed > COPIES) return 'more copies sold than there are';
    if (takenBy({ purchaseA, purchaseB, ...s }) > COPIES) return 'more copies taken than there are';
    return null;
  },
  findUnsettled(s) {
    for (const buyer of ['A', 'B'] as const) {
      const [payment, purchase, hold] = [s[`payment${buyer}`], s[`purchase${buyer}`], s[`hold${buyer}`]];
      if (payment === PAYMENT.captured && purchase !== PURCHASE.confirmed)
        return 'a payment without copy and without refund';
      if (payment === PAYMENT.refunded && purchase !== PURCHASE.cancelled) return 'a refund of a sold copy';
      if (purchase === PURCHASE.confirmed && hold !== HOLD.sold) return 'a sold copy that is not counted';
      if (hold === HOLD.consumed) return 'a copy that stays consumed';
    }
    return null;
  },
});
