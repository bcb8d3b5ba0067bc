import type { Action, Model } from './model-checker.ts';

// One paid copy whose buyer asks for its cancellation; two members of staff who decide; a parcel that is packed meanwhile;
// the refund with the copy that comes back into the stock; and, beside it, a copy that is found damaged and another buyer.

const REQUEST = { none: 0, open: 1, accepted: 2, declined: 3 };
const LINE = { unshipped: 0, shipped: 1, cancelled: 2 };
const READ = { not: 0, read: 1, ended: 2, decided: 3 };
const MAX_CRASHES = 2;
/** Copies are counted from here, so that fewer than none can be stored. */
const NONE_FREE = 2;
const MAX_FREE = NONE_FREE + 3;

const STAFF = [1, 2] as const;
type Who = (typeof STAFF)[number];

export interface RequestState {
  request: number;
  line: number;
  staff1: number;
  staff2: number;
  packer: number;
  /** Refunds that are ordered, and those whose money has gone back. */
  refunds: number;
  returned: number;
  /** Moves of the copy into the stock, and whether the purchase knows of one. */
  restocked: number;
  isRestockNoted: number;
  /** Free copies, with `NONE_FREE` for none. The desk finds one damaged, and another buyer wants one. */
  free: number;
  damaged: number;
  other: number;
  crashes: number;
}

export interface RequestVariant {
  /** A decision is written whatever the request and the line have become. */
  decidesBlindly?: boolean;
  /** The refund is ordered in a write after the decision. */
  refundsLater?: boolean;
  /** A parcel is written whatever the line has become. */
  shipsBlindly?: boolean;
  /** A move into the stock has no id by which its repetition is recognized. */
  movesWithoutId?: boolean;
  /** Copies are moved out of the stock although they are reserved or sold. */
  movesBlindly?: boolean;
  /** Nothing completes what a crash has left. */
  sweepsNothing?: boolean;
}

type Step = Action<RequestState>;
type State = Readonly<RequestState>;

const add = (name: string, kind: Step['kind'], isEnabled: Step['isEnabled'], apply: Step['apply']): Step => ({
  name,
  kind,
  isEnabled,
  apply,
});

function decisionsOf(who: Who, variant: RequestVariant): Step[] {
  const staff = `staff${who}` as const;
  const mayAccept = (s: State): boolean =>
    (s.request === REQUEST.open && s.line === LINE.unshipped) || variant.decidesBlindly === true;
  return [
    add(
      `staff ${who} read the open request`,
      'environment',
      (s) => s[staff] === READ.not && s.request === REQUEST.open,
      (s) => (s[staff] = READ.read),
    ),
    add(
      `staff ${who} accept it with its refund, unless it was decided or shipped meanwhile`,
      'step',
      (s) => s[staff] === READ.read,
      (s) => {
        const isAccepted = mayAccept(s);
        s[staff] = isAccepted && variant.refundsLater === true ? READ.decided : READ.ended;
        if (!isAccepted) return;
        s.request = REQUEST.accepted;
        s.line = s.line === LINE.shipped ? LINE.shipped : LINE.cancelled;
        if (variant.refundsLater !== true) s.refunds += 1;
      },
    ),
    add(
      `staff ${who} order the refund in another write`,
      'step',
      (s) => s[staff] === READ.decided,
      (s) => {
        s[staff] = READ.ended;
        s.refunds += 1;
      },
    ),
    add(
      `the process of staff ${who} ends`,
      'fault',
      (s) => (s[staff] === READ.read || s[staff] === READ.decided) && s.crashes < MAX_CRASHES,
      (s) => {
        s[staff] = READ.ended;
        s.crashes += 1;
      },
    ),
    add(
      `staff ${who} decline it`,
      'environment',
      (s) => s[staff] === READ.not && s.request === REQUEST.open,
      (s) => {
        s[staff] = READ.ended;
        s.request = REQUEST.declined;
      },
    ),
  ];
}

function stockOf(variant: RequestVariant): Step[] {
  const canTake = (s: State): boolean => s.free > NONE_FREE;
  const isRepeated = (s: State): boolean => s.restocked > 0 && variant.movesWithoutId !== true;
  return [
    add(
      'the refunded copy is moved into the stock, once for the id of the refund',
      'step',
      (s) =>
        s.refunds > 0 &&
        s.isRestockNoted === 0 &&
        s.restocked < 2 &&
        !(variant.sweepsNothing === true && s.crashes > 0),
      (s) => {
        if (!isRepeated(s)) {
          s.restocked += 1;
          s.free += 1;
        }
        s.isRestockNoted = 1;
      },
    ),
    add(
      'the process ends between the move and its note',
      'fault',
      (s) => s.refunds > 0 && s.isRestockNoted === 0 && s.restocked < 2 && s.crashes < MAX_CRASHES,
      (s) => {
        if (!isRepeated(s)) {
          s.restocked += 1;
          s.free += 1;
        }
        s.crashes += 1;
      },
    ),
    add(
      'the desk takes out a damaged copy, if one is free',
      'environment',
      (s) => s.free > 0 && s.damaged === 0 && (canTake(s) || variant.movesBlindly === true),
      (s) => {
        s.damaged = 1;
        s.free -= 1;
      },
    ),
    add(
      'another buyer reserves a copy, if one is free',
      'environment',
      (s) => s.other === 0 && canTake(s),
      (s) => {
        s.other = 1;
        s.free -= 1;
      },
    ),
  ];
}

/** A request of a buyer from its beginning until the money and the copy are back, or the copy is sent. */
export const requestModel = (variant: RequestVariant): Model<RequestState> => ({
  highest: {
    request: REQUEST.declined,
    line: LINE.cancelled,
    staff1: READ.decided,
    staff2: READ.decided,
    packer: READ.ended,
    refunds: 2,
    returned: 2,
    restocked: 2,
    isRestockNoted: 1,
    free: MAX_FREE,
    damaged: 1,
    other: 1,
    crashes: MAX_CRASHES,
  },
  actions: [
    add(
      'one copy of the book is free',
      'step',
      (s) => s.free === 0,
      (s) => (s.free = NONE_FREE + 1),
    ),
    add(
      'the buyer asks for a cancellation',
      'environment',
      (s) => s.free > 0 && s.request === REQUEST.none && s.line === LINE.unshipped,
      (s) => (s.request = REQUEST.open),
    ),
    ...STAFF.flatMap((who) => decisionsOf(who, variant)),
    add(
      'somebody packs the copy, which is not shipped',
      'environment',
      (s) => s.free > 0 && s.packer === READ.not && s.line === LINE.unshipped,
      (s) => (s.packer = READ.read),
    ),
    add(
      'the parcel is stored, unless the copy was cancelled meanwhile',
      'step',
      (s) => s.packer === READ.read,
      (s) => {
        s.packer = READ.ended;
        if (s.line === LINE.unshipped || variant.shipsBlindly === true) s.line = LINE.shipped;
      },
    ),
    add(
      'the money of a refund goes back',
      'step',
      (s) => s.returned < s.refunds,
      (s) => (s.returned += 1),
    ),
    ...stockOf(variant),
  ],
  findViolation(s) {
    if (s.refunds > 1) return 'one request refunded twice';
    if (s.refunds > 0 && s.line === LINE.shipped) return 'a copy shipped and refunded';
    if (s.restocked > 1) return 'one copy counted back twice';
    if (s.free > 0 && s.free < NONE_FREE) return 'fewer than no copies free';
    return null;
  },
  findUnsettled(s) {
    if (s.request === REQUEST.accepted && s.returned === 0) return 'an accepted request without its money';
    if (s.refunds > 0 && s.restocked === 0) return 'a refunded copy that is not counted back';
    return null;
  },
});
