import type { Action, Model } from './model-checker.ts';

// Money of one captured payment that goes back: refunds in the provider's dashboard, by part or in full, a dispute of the
// bank, and the cancellation by staff, in any order. The payment is of two units. Every write of the checkout, of the
// purchase and of the series of credit notes, and every call of the provider is one action.

/** A refund of one unit in the provider's dashboard, or the dispute of one. */
const OUTSIDE = { none: 0, open: 1, gone: 2, retained: 3 };
const PURCHASE = { none: 0, CONFIRMED: 1, CANCELLED: 2 };
const OBLIGATION = { none: 0, DUE: 1, REQUESTED: 2, DONE: 3 };
const CAPTURED = 2;

export interface ReturnsState {
  /** Two refunds from outside, and one dispute, of one unit each. */
  firstRefund: number;
  secondRefund: number;
  dispute: number;
  /** Units of the own request at the bank, while it is pending; and those that it has returned. */
  ownPending: number;
  ownReturned: number;
  bankReturns: number;
  /** 1: the checkout is PAID. */
  paid: number;
  /** Returned units that payments has read at the provider. */
  known: number;
  /** Units that payments has read to be on their way back, or to have gone. */
  going: number;
  obligation: number;
  /** Units that payments has read as left, plus one, before it requests them; 0: not read. */
  readLeft: number;
  purchase: number;
  /** Returned units that the purchase knows. */
  noted: number;
  /** Units on credit notes. */
  credited: number;
  /** Claimed by a maker of documents and not yet written: units of a credit note. */
  claimed: number;
  /** Units that a second maker has read as due for a credit note. */
  secondClaim: number;
  hasBill: number;
  /** 1: a purchase was confirmed after all of its money had gone back. */
  confirmedLate: number;
  /** 1: money was requested that a dispute had taken or could take. A dispute after that moment nobody can foresee. */
  refundedDisputed: number;
  crashes: number;
}

export interface ReturnsVariant {
  /** The payload of a webhook is applied instead of the payment at the provider. */
  trustsPayload?: boolean;
  /** Nothing asks the provider for refunds of others. */
  ignoresOutside?: boolean;
  /** A cancellation refunds the whole amount, whatever has gone back. */
  refundsWhole?: boolean;
  /** A cancellation counts disputed money as left. */
  refundsDisputed?: boolean;
  /** A refund is done when it is requested. */
  endsWhenRequested?: boolean;
  /** Credit notes are issued of what was read before their number was claimed. */
  creditsBeforeClaim?: boolean;
  /** A purchase whose money has gone back stays confirmed. */
  staysConfirmed?: boolean;
}

const MAX_CRASHES = 1;
type Step = Action<ReturnsState>;
const step = (
  name: string,
  isEnabled: Step['isEnabled'],
  apply: Step['apply'],
  kind: Step['kind'] = 'step',
): Step => ({ name, kind, isEnabled, apply });

const isGone = (one: number): number => (one === OUTSIDE.gone ? 1 : 0);
const isOpen = (one: number): number => (one === OUTSIDE.open ? 1 : 0);
/** Units that have finally left the merchant. */
const returnedOf = (s: Readonly<ReturnsState>): number =>
  isGone(s.firstRefund) + isGone(s.secondRefund) + isGone(s.dispute) + s.ownReturned;
/** Units that are refunded or on their way, as the provider counts them in a payment. */
const refundedOf = (s: Readonly<ReturnsState>): number =>
  isGone(s.firstRefund) +
  isGone(s.secondRefund) +
  isOpen(s.firstRefund) +
  isOpen(s.secondRefund) +
  s.ownPending +
  s.ownReturned;
const goingOf = (s: Readonly<ReturnsState>): number => Math.min(CAPTURED, refundedOf(s) + isGone(s.dispute));
const dueForCredit = (s: Readonly<ReturnsState>): number =>
  s.hasBill === 0
    ? 0
    : (s.purchase === PURCHASE.CANCELLED ? CAPTURED : Math.min(CAPTURED, s.noted)) - s.credited;

function actionsOf(variant: ReturnsVariant): Step[] {
  const { trustsPayload, ignoresOutside, refundsWhole, refundsDisputed, creditsBeforeClaim } = variant;

  /** Returns what may be requested: not what others have returned, and not what a bank may yet take. */
  const leftOf = (s: Readonly<ReturnsState>): number => {
    if (refundsWhole === true) return CAPTURED;
    const disputed = refundsDisputed === true ? 0 : isOpen(s.dispute) + isGone(s.dispute);
    return Math.max(0, CAPTURED - refundedOf(s) - disputed);
  };
  const outside = (name: 'firstRefund' | 'secondRefund'): Step[] => [
    step(
      `a refund is made in the dashboard (${name})`,
      (s) => s[name] === OUTSIDE.none && refundedOf(s) < CAPTURED,
      (s) => void (s[name] = OUTSIDE.open),
      'environment',
    ),
    step(
      `the bank processes it (${name})`,
      (s) => s[name] === OUTSIDE.open,
      (s) => void (s[name] = OUTSIDE.gone),
    ),
    step(
      `the bank returns it (${name})`,
      (s) => s[name] === OUTSIDE.open && s.bankReturns < 1,
      (s) => {
        s[name] = OUTSIDE.retained;
        s.bankReturns += 1;
      },
      'fault',
    ),
  ];
  const provider = [
    ...outside('firstRefund'),
    ...outside('secondRefund'),
    step(
      'a bank disputes the payment',
      (s) => s.dispute === OUTSIDE.none && refundedOf(s) < CAPTURED,
      (s) => void (s.dispute = OUTSIDE.open),
      'environment',
    ),
    step(
      'the dispute is won',
      (s) => s.dispute === OUTSIDE.open,
      (s) => void (s.dispute = OUTSIDE.retained),
    ),
    step(
      'the dispute is lost',
      (s) => s.dispute === OUTSIDE.open,
      (s) => void (s.dispute = OUTSIDE.gone),
      'fault',
    ),
    step(
      'the bank processes the own refund',
      (s) => s.ownPending > 0,
      (s) => {
        s.ownReturned += s.ownPending;
        s.ownPending = 0;
      },
    ),
    step(
      'the bank returns the own refund',
      (s) => s.ownPending > 0 && s.bankReturns < 1,
      (s) => {
        s.ownPending = 0;
        s.bankReturns += 1;
      },
      'fault',
    ),
  ];
  const payments = [
    step(
      'payments applies the capture',
      (s) => s.paid === 0,
      (s) => {
        s.paid = 1;
        s.known = trustsPayload === true ? 0 : Math.min(CAPTURED, returnedOf(s));
        s.going = trustsPayload === true ? 0 : goingOf(s);
      },
    ),
    ...(ignoresOutside === true
      ? []
      : [
          step(
            'payments reads what has gone back',
            (s) => s.paid === 1 && (s.known < Math.min(CAPTURED, returnedOf(s)) || s.going !== goingOf(s)),
            (s) => {
              s.known = Math.min(CAPTURED, returnedOf(s));
              s.going = goingOf(s);
            },
          ),
        ]),
    step(
      'payments reads what is left',
      (s) =>
        s.readLeft === 0 &&
        (s.obligation === OBLIGATION.DUE || (s.obligation === OBLIGATION.REQUESTED && s.ownPending === 0)) &&
        leftOf(s) > 0,
      (s) => {
        s.readLeft = leftOf(s) + 1;
        const disputed = isOpen(s.dispute) + isGone(s.dispute);
        if (refundsWhole !== true && refundedOf(s) + leftOf(s) + disputed > CAPTURED) s.refundedDisputed = 1;
      },
    ),
    step(
      'payments requests a refund',
      (s) => s.readLeft > 0,
      (s) => {
        const units = s.readLeft - 1;
        s.readLeft = 0;
        // The provider rejects more than a payment has left; then payments reads again.
        if (refundedOf(s) + units <= CAPTURED) {
          s.ownPending = units;
          s.obligation = variant.endsWhenRequested === true ? OBLIGATION.DONE : OBLIGATION.REQUESTED;
        }
      },
    ),
    step(
      'payments finds nothing left',
      (s) =>
        (s.obligation === OBLIGATION.DUE || s.obligation === OBLIGATION.REQUESTED) &&
        s.readLeft === 0 &&
        leftOf(s) === 0 &&
        isOpen(s.firstRefund) + isOpen(s.secondRefund) + isOpen(s.dispute) + s.ownPending === 0,
      (s) => void (s.obligation = OBLIGATION.DONE),
    ),
    step(
      'payments crashes before the request',
      (s) => s.readLeft > 0 && s.crashes < MAX_CRASHES,
      (s) => {
        s.readLeft = 0;
        s.crashes += 1;
      },
      'fault',
    ),
  ];
  const cancelIfGone = (s: ReturnsState): void => {
    if (s.going < CAPTURED || s.purchase !== PURCHASE.CONFIRMED || variant.staysConfirmed === true) return;
    s.purchase = PURCHASE.CANCELLED;
    if (s.obligation === OBLIGATION.none) s.obligation = OBLIGATION.DUE;
  };
  const orders = [
    step(
      'cart-orders stores the purchase',
      (s) => s.paid === 1 && s.purchase === PURCHASE.none,
      (s) => {
        s.noted = s.known;
        if (s.going >= CAPTURED) {
          s.purchase = PURCHASE.CANCELLED;
          s.obligation = OBLIGATION.DUE;
          return;
        }
        s.purchase = PURCHASE.CONFIRMED;
        s.hasBill = 1;
        if (s.known === 0 && trustsPayload === true && returnedOf(s) >= CAPTURED) s.confirmedLate = 1;
      },
    ),
    step(
      'cart-orders notes what has gone back',
      (s) =>
        s.purchase !== PURCHASE.none &&
        (s.noted < s.known ||
          (s.going >= CAPTURED && s.purchase === PURCHASE.CONFIRMED && variant.staysConfirmed !== true)),
      (s) => {
        s.noted = s.known;
        cancelIfGone(s);
      },
    ),
    step(
      'staff cancel the purchase',
      (s) => s.purchase === PURCHASE.CONFIRMED,
      (s) => {
        s.purchase = PURCHASE.CANCELLED;
        s.obligation = OBLIGATION.DUE;
      },
      'environment',
    ),
    step(
      'one maker of documents claims the number of a credit note',
      (s) => s.claimed === 0 && dueForCredit(s) > 0,
      (s) => void (s.claimed = dueForCredit(s)),
    ),
    step(
      'a second maker reads what is to be credited',
      (s) => creditsBeforeClaim === true && s.secondClaim === 0 && dueForCredit(s) > 0,
      (s) => void (s.secondClaim = dueForCredit(s)),
    ),
    step(
      'the credit note is written',
      (s) => s.claimed > 0,
      (s) => {
        s.credited = Math.min(3, s.credited + s.claimed);
        s.claimed = 0;
      },
    ),
    step(
      'the second credit note is written',
      (s) => s.secondClaim > 0,
      (s) => {
        s.credited = Math.min(3, s.credited + s.secondClaim);
        s.secondClaim = 0;
      },
    ),
  ];
  return [...provider, ...payments, ...orders];
}

/** A captured payment whose money goes back in several ways, until all documents agree with the provider. */
export const returnsModel = (variant: ReturnsVariant): Model<ReturnsState> => ({
  highest: {
    firstRefund: 3,
    secondRefund: 3,
    dispute: 3,
    ownPending: 2,
    ownReturned: 3,
    bankReturns: 1,
    paid: 1,
    known: 2,
    going: 2,
    obligation: 3,
    readLeft: 3,
    purchase: 2,
    noted: 2,
    credited: 3,
    claimed: 2,
    secondClaim: 2,
    hasBill: 1,
    confirmedLate: 1,
    refundedDisputed: 1,
    crashes: MAX_CRASHES,
  },
  actions: actionsOf(variant),
  findViolation(s) {
    if (s.confirmedLate === 1) return 'an order that was confirmed after its money had gone back';
    if (s.refundedDisputed === 1) return 'a refund of disputed money';
    if (s.credited > CAPTURED) return 'more on credit notes than was paid';
    return null;
  },
  findUnsettled(s) {
    const returned = returnedOf(s);
    const expected = Math.min(CAPTURED, returned);
    if (s.noted !== expected) return 'money that went back unseen';
    if (s.purchase === PURCHASE.CONFIRMED && returned >= CAPTURED)
      return 'an order whose money has gone back';
    if (s.purchase === PURCHASE.CANCELLED && returned < CAPTURED)
      return 'a cancelled order whose money stays';
    if (s.obligation === OBLIGATION.DUE || s.obligation === OBLIGATION.REQUESTED)
      return 'a refund that hangs';
    if (s.hasBill === 1 && s.credited !== (s.purchase === PURCHASE.CANCELLED ? CAPTURED : expected))
      return 'credit notes that differ from the money';
    return null;
  },
});
