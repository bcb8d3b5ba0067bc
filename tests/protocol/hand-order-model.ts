import type { Action, Model } from './model-checker.ts';

// One copy of a book; an order by hand whose request is sent twice, to two processes; and another buyer.

const HOLD = { none: 0, held: 1, taken: 2, sold: 3 };
const REQUEST = { idle: 0, reserved: 1, ended: 2, rejected: 3 };
const MAX_CRASHES = 2;

const REQUESTS = [1, 2] as const;
type Which = (typeof REQUESTS)[number];

export interface HandOrderState {
  request1: number;
  request2: number;
  hold: number;
  bill: number;
  /** Orders that are stored for the request. */
  stored: number;
  expired: number;
  other: number;
  crashes: number;
}

export interface HandOrderVariant {
  /** The copies are taken before the order is stored. */
  takesBefore?: boolean;
  /** The order is stored without a reservation. */
  reservesNothing?: boolean;
  /** Each request makes an id of its own, whatever its key. */
  ignoresKey?: boolean;
  /** A mail that requests the bill gets one whose copies are not counted yet. */
  billsFirst?: boolean;
  /** Nothing completes an order after a crash. */
  sweepsNothing?: boolean;
}

type Step = Action<HandOrderState>;

const isFree = (s: Readonly<HandOrderState>): boolean => s.other === 0 && s.hold === HOLD.none;

function actionsOf(which: Which, variant: HandOrderVariant): Step[] {
  const request = `request${which}` as const;
  const isKnown = (s: Readonly<HandOrderState>): boolean => s.stored > 0 && variant.ignoresKey !== true;
  const mayHold = (s: Readonly<HandOrderState>): boolean =>
    isFree(s) || s.hold !== HOLD.none || variant.reservesNothing === true;
  return [
    {
      name: `${which}: the order of the key is there already`,
      kind: 'step',
      isEnabled: (s) => s[request] === REQUEST.idle && isKnown(s),
      apply: (s) => (s[request] = REQUEST.ended),
    },
    {
      name: `${which}: the copy is reserved`,
      kind: 'step',
      isEnabled: (s) => s[request] === REQUEST.idle && !isKnown(s) && mayHold(s),
      apply(s) {
        s[request] = REQUEST.reserved;
        if (variant.reservesNothing === true) return;
        s.hold = Math.max(s.hold, variant.takesBefore === true ? HOLD.taken : HOLD.held);
      },
    },
    {
      name: `${which}: no copy is left`,
      kind: 'step',
      isEnabled: (s) => s[request] === REQUEST.idle && !isKnown(s) && !mayHold(s),
      apply: (s) => (s[request] = REQUEST.rejected),
    },
    {
      name: `${which}: the order is stored, unless the other process was faster`,
      kind: 'step',
      isEnabled: (s) => s[request] === REQUEST.reserved,
      apply(s) {
        s[request] = REQUEST.ended;
        s.stored = isKnown(s) ? s.stored : s.stored + 1;
      },
    },
    {
      name: `${which}: its process ends`,
      kind: 'fault',
      isEnabled: (s) => s[request] === REQUEST.reserved && s.crashes < MAX_CRASHES,
      apply(s) {
        s.crashes += 1;
        // Whoever sent it may give up.
        s[request] = REQUEST.rejected;
      },
    },
  ];
}

/** An order by hand from its request until it has its copies. */
export const handOrderModel = (variant: HandOrderVariant): Model<HandOrderState> => ({
  highest: {
    request1: 3,
    request2: 3,
    hold: 3,
    bill: 1,
    stored: 2,
    expired: 1,
    other: 1,
    crashes: MAX_CRASHES,
  },
  actions: [
    ...REQUESTS.flatMap((which) => actionsOf(which, variant)),
    {
      // The hold of a sale is removed later and only counted: without it, only the bill shows that the copy was taken.
      name: 'the copy of the stored order is taken, also if it is not there any more',
      kind: 'step',
      isEnabled: (s) => s.stored > 0 && s.hold < HOLD.taken && s.bill === 0 && variant.sweepsNothing !== true,
      apply: (s) => (s.hold = HOLD.taken),
    },
    {
      name: 'the copy is counted as sold, and the bill issued',
      kind: 'step',
      isEnabled: (s) => s.stored > 0 && s.hold === HOLD.taken,
      apply(s) {
        s.hold = HOLD.sold;
        s.bill = 1;
      },
    },
    {
      name: 'a mail gets the bill',
      kind: 'step',
      isEnabled: (s) => s.stored > 0 && s.bill === 0 && variant.billsFirst === true,
      apply: (s) => (s.bill = 1),
    },
    {
      name: 'the reservation expires',
      kind: 'environment',
      isEnabled: (s) => s.hold === HOLD.held,
      apply(s) {
        s.hold = HOLD.none;
        s.expired = 1;
      },
    },
    {
      name: 'another buyer pays for the copy',
      kind: 'environment',
      isEnabled: isFree,
      apply: (s) => (s.other = 1),
    },
  ],
  findViolation(s) {
    if (s.stored > 1) return 'one request made two orders';
    if (s.hold >= HOLD.taken && s.other === 1 && s.expired === 0) return 'one copy sold twice';
    return null;
  },
  findUnsettled(s) {
    if (s.stored > 0 && s.hold !== HOLD.sold) return 'an order whose copies are not counted';
    if (s.stored === 0 && s.hold >= HOLD.taken) return 'copies taken by an order that is not stored';
    return null;
  },
});
