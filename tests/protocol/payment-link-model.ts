import type { Action, Model } from './model-checker.ts';

// One copy of a book; a payment link for it that staff create; two checkouts of the link, each of which may be paid; a
// cancellation by staff at any moment; and another buyer.

const CREATION = { none: 0, reserved: 1, stored: 2, prolonged: 3, lost: 4 };
const LINK = { none: 0, open: 1, cancelled: 2, paid1: 3, paid2: 4 };
const HOLD = { none: 0, short: 1, long: 2, consumed: 3, sold: 4 };
const CHECKOUT = {
  none: 0,
  reserving: 1,
  open: 2,
  captured: 3,
  claimed: 4,
  consumed: 5,
  confirmed: 6,
  refunded: 7,
  rejected: 8,
};
const RELEASE = { none: 0, due: 1, repeated: 2 };
const MAX_CRASHES = 2;

const CHECKOUTS = [1, 2] as const;
type Which = (typeof CHECKOUTS)[number];

export interface PaymentLinkState {
  creation: number;
  link: number;
  hold: number;
  checkout1: number;
  checkout2: number;
  release: number;
  /** Whether a member of staff has read the link as open, and has not written yet. */
  isRead: number;
  /** Whether the time of the link is over, or its first reservation was before it was prolonged. */
  expired: number;
  other: number;
  crashes: number;
}

export interface PaymentLinkVariant {
  /** A cancellation is written after a read, without comparing. */
  cancelsBlindly?: boolean;
  /** A payment does not take the link over before it becomes an order. */
  claimsNothing?: boolean;
  /** A cancellation releases the copies at once, and never again. */
  releasesOnce?: boolean;
  /** Nothing completes what a crash has left. */
  sweepsNothing?: boolean;
  /** A payment gets its copies also where none is left. */
  forcesCopies?: boolean;
  /** A checkout reserves copies whatever the state of the link. */
  checksNothing?: boolean;
}

type State = Readonly<PaymentLinkState>;
type Step = Action<PaymentLinkState>;

const isHeld = ({ hold }: State): boolean => hold === HOLD.short || hold === HOLD.long;
const isUnderWay = (s: State): boolean =>
  CHECKOUTS.some((which) => s[`checkout${which}`] === CHECKOUT.reserving);

function creationOf(variant: PaymentLinkVariant): Step[] {
  return [
    {
      name: 'the copy is reserved for an hour',
      kind: 'step',
      isEnabled: (s) => s.creation === CREATION.none && s.hold === HOLD.none && s.other === 0,
      apply(s) {
        s.creation = CREATION.reserved;
        s.hold = HOLD.short;
      },
    },
    {
      name: 'the process ends before the link is stored',
      kind: 'fault',
      isEnabled: (s) => s.creation === CREATION.reserved && s.crashes < MAX_CRASHES,
      apply(s) {
        s.creation = CREATION.lost;
        s.crashes += 1;
      },
    },
    {
      name: 'the link is stored',
      kind: 'step',
      isEnabled: (s) => s.creation === CREATION.reserved,
      apply(s) {
        s.creation = CREATION.stored;
        s.link = LINK.open;
      },
    },
    {
      name: 'the reservation is prolonged until the link expires',
      kind: 'step',
      isEnabled: (s) => s.creation === CREATION.stored && !(variant.sweepsNothing === true && s.crashes > 0),
      apply(s) {
        s.creation = CREATION.prolonged;
        if (s.link === LINK.open && (isHeld(s) || (s.hold === HOLD.none && s.other === 0)))
          s.hold = HOLD.long;
      },
    },
    {
      name: 'the process ends after the link is stored',
      kind: 'fault',
      isEnabled: (s) => s.creation === CREATION.stored && s.crashes < MAX_CRASHES,
      apply: (s) => (s.crashes += 1),
    },
  ];
}

function checkoutOf(which: Which, variant: PaymentLinkVariant): Step[] {
  const checkout = `checkout${which}` as const;
  const paid = which === 1 ? LINK.paid1 : LINK.paid2;
  return [
    {
      name: `${which}: a request to reserve finds the link open`,
      kind: 'environment',
      isEnabled: (s) =>
        s[checkout] === CHECKOUT.none &&
        s.expired === 0 &&
        (s.link === LINK.open || (s.link === LINK.cancelled && variant.checksNothing === true)),
      apply: (s) => (s[checkout] = CHECKOUT.reserving),
    },
    {
      name: `${which}: the copy is reserved for the checkout`,
      kind: 'step',
      isEnabled: (s) => s[checkout] === CHECKOUT.reserving,
      apply(s) {
        const mayHold = isHeld(s) || (s.hold === HOLD.none && s.other === 0);
        if (mayHold) s.hold = HOLD.long;
        s[checkout] = mayHold ? CHECKOUT.open : CHECKOUT.rejected;
      },
    },
    {
      name: `${which}: the payment is captured`,
      kind: 'environment',
      isEnabled: (s) => s[checkout] === CHECKOUT.open,
      apply: (s) => (s[checkout] = CHECKOUT.captured),
    },
    {
      name: `${which}: the payment takes the link over, or is refunded`,
      kind: 'step',
      isEnabled: (s) => s[checkout] === CHECKOUT.captured,
      apply(s) {
        const mayClaim = s.link === LINK.open || s.link === paid || variant.claimsNothing === true;
        s[checkout] = mayClaim ? CHECKOUT.claimed : CHECKOUT.refunded;
        if (mayClaim && s.link === LINK.open) s.link = paid;
      },
    },
    {
      name: `${which}: the copy is taken, or the payment refunded`,
      kind: 'step',
      isEnabled: (s) => s[checkout] === CHECKOUT.claimed,
      apply(s) {
        const hasCopy = isHeld(s) || (s.hold === HOLD.none && s.other === 0) || variant.forcesCopies === true;
        s[checkout] = hasCopy ? CHECKOUT.consumed : CHECKOUT.refunded;
        if (hasCopy) s.hold = HOLD.consumed;
      },
    },
    {
      name: `${which}: the order is stored, and the copy counted as sold`,
      kind: 'step',
      isEnabled: (s) => s[checkout] === CHECKOUT.consumed,
      apply(s) {
        s[checkout] = CHECKOUT.confirmed;
        s.hold = HOLD.sold;
      },
    },
  ];
}

function cancellationOf(variant: PaymentLinkVariant): Step[] {
  return [
    {
      name: 'staff read the link as open',
      kind: 'environment',
      isEnabled: (s) => s.link === LINK.open && s.isRead === 0,
      apply: (s) => (s.isRead = 1),
    },
    {
      name: 'staff cancel the link, unless it was paid meanwhile',
      kind: 'step',
      isEnabled: (s) => s.isRead === 1,
      apply(s) {
        s.isRead = 2;
        if (s.link !== LINK.open && variant.cancelsBlindly !== true) return;
        s.link = LINK.cancelled;
        s.release = RELEASE.due;
      },
    },
    {
      name: 'the copy of the cancelled link is released',
      kind: 'step',
      isEnabled: (s) => s.release === RELEASE.due,
      apply(s) {
        if (isHeld(s)) s.hold = HOLD.none;
        s.release = variant.releasesOnce === true ? RELEASE.none : RELEASE.repeated;
      },
    },
    {
      name: 'it is released again, later than any request lasts',
      kind: 'step',
      isEnabled: (s) => s.release === RELEASE.repeated && !isUnderWay(s),
      apply(s) {
        if (isHeld(s)) s.hold = HOLD.none;
        s.release = RELEASE.none;
      },
    },
  ];
}

const expiryOf = (hold: number, name: string): Step => ({
  name,
  kind: 'environment',
  isEnabled: (s) => s.hold === hold,
  apply(s) {
    s.hold = HOLD.none;
    s.expired = 1;
  },
});

/** A payment link from its creation until it was paid, cancelled or has expired. */
export const paymentLinkModel = (variant: PaymentLinkVariant): Model<PaymentLinkState> => ({
  highest: {
    creation: CREATION.lost,
    link: LINK.paid2,
    hold: HOLD.sold,
    checkout1: CHECKOUT.rejected,
    checkout2: CHECKOUT.rejected,
    release: RELEASE.repeated,
    isRead: 2,
    expired: 1,
    other: 1,
    crashes: MAX_CRASHES,
  },
  actions: [
    ...creationOf(variant),
    ...CHECKOUTS.flatMap((which) => checkoutOf(which, variant)),
    ...cancellationOf(variant),
    expiryOf(HOLD.short, 'the reservation of an hour expires'),
    expiryOf(HOLD.long, 'the link and its reservation expire'),
    {
      name: 'another buyer pays for the copy',
      kind: 'environment',
      isEnabled: (s) => s.other === 0 && s.hold === HOLD.none,
      apply: (s) => (s.other = 1),
    },
  ],
  findViolation(s) {
    const confirmed = CHECKOUTS.filter((which) => s[`checkout${which}`] === CHECKOUT.confirmed).length;
    if (confirmed > 1) return 'one link made two orders';
    if (confirmed > 0 && s.link === LINK.cancelled) return 'a cancelled link made an order';
    if (s.hold >= HOLD.consumed && s.other === 1) return 'one copy sold twice';
    return null;
  },
  findUnsettled(s) {
    for (const which of CHECKOUTS) {
      const state = s[`checkout${which}`];
      if (state >= CHECKOUT.captured && state < CHECKOUT.confirmed)
        return 'a payment that is neither an order nor refunded';
    }
    if (s.hold === HOLD.consumed) return 'a copy taken by no order';
    if (s.link === LINK.cancelled && isHeld(s)) return 'a cancelled link that holds its copies';
    if (s.link === LINK.open && s.hold === HOLD.short)
      return 'a link whose copies are held for an hour alone';
    return null;
  },
});
