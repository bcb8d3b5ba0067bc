import type { Action, Model } from './model-checker.ts';

// A paid order of two copies, which staff cancel or ship; before it a refund of one copy, which fails or not, and whose copy
// can be sold again or is damaged. Every write of the purchase and of the stock is one action.

const COPIES = 2;
const LINE = { unshipped: 0, shipped: 1, cancelled: 2 };
const REFUND = { none: 0, DUE: 1, DONE: 2, FAILED: 3 };
const KIND = { none: 0, restock: 1, keep: 2 };
/** The hold of the copies: those of a payment are claimed when its order is stored, and counted as sold after it. */
const HOLD = { claimed: 0, counted: 1, released: 2 };
const MOVE = { none: 0, due: 1, applied: 2, marked: 3 };
const MAX_CRASHES = 2;

export interface CancellationState {
  line: number;
  hold: number;
  refund: number;
  refundKind: number;
  refundMove: number;
  /** 1: the cancellation has read the purchase, and computed that so many copies are to come back. */
  isRead: number;
  readCopies: number;
  cancelCopies: number;
  cancelMove: number;
  takeMove: number;
  /** Copies that were counted back, and those of them that were taken again. */
  back: number;
  taken: number;
  /** Copies that are in the shop when the order is shipped. */
  inShop: number;
  crashes: number;
}

export interface CancellationVariant {
  /** The copies come back in a write after the cancellation. */
  returnsLater?: boolean;
  /** A cancellation is written whatever has changed since the purchase was read. */
  cancelsBlindly?: boolean;
  /** Every copy comes back, whatever refunds have counted back before. */
  ignoresRefunds?: boolean;
  /** A move has no id by which its repetition is recognized. */
  movesWithoutId?: boolean;
  /** Copies that a failed refund has counted back are shipped without being taken again. */
  shipsWithoutTaking?: boolean;
  /** Copies that are not counted as sold yet are released by a cancellation, and come back besides. */
  releasesUncounted?: boolean;
  /** Nothing completes what a crash has left. */
  sweepsNothing?: boolean;
}

type Step = Action<CancellationState>;
type State = Readonly<CancellationState>;

const add = (
  name: string,
  isEnabled: Step['isEnabled'],
  apply: Step['apply'],
  kind: Step['kind'] = 'step',
) => ({
  name,
  kind,
  isEnabled,
  apply,
});

const isStanding = ({ refund }: State): boolean => refund === REFUND.DUE || refund === REFUND.DONE;
/** Copies that refunds have decided about: a standing one, or a failed one that has counted its copy back. */
const decidedOf = (s: State): number => (isStanding(s) || s.refundKind === KIND.restock ? 1 : 0);
function refundActions(variant: CancellationVariant): Step[] {
  const order = (kind: number, name: string): Step =>
    add(
      `a refund of a copy that ${name} is stored`,
      (s) => s.refund === REFUND.none && s.line === LINE.unshipped,
      (s) => {
        s.refund = REFUND.DUE;
        // The cancellation that has read the purchase before reads it again.
        if (variant.cancelsBlindly !== true) s.isRead = 0;
        s.refundKind = kind;
        s.refundMove = kind === KIND.restock ? MOVE.due : MOVE.none;
      },
      'environment',
    );
  const end = (state: number, name: string): Step =>
    add(
      `the refund ${name}`,
      (s) => s.refund === REFUND.DUE,
      (s) => {
        s.refund = state;
        if (variant.cancelsBlindly !== true) s.isRead = 0;
      },
      'environment',
    );
  return [
    order(KIND.restock, 'can be sold again'),
    order(KIND.keep, 'is damaged'),
    end(REFUND.DONE, 'is made'),
    end(REFUND.FAILED, 'fails'),
  ];
}

type MoveName = 'refundMove' | 'cancelMove' | 'takeMove';

/** A move of copies that is due in the purchase: it is made in the stock, and then noted in the purchase. */
function moveActions(name: MoveName, copiesOf: (s: State) => number, variant: CancellationVariant): Step[] {
  const isSwept = (s: State): boolean => variant.sweepsNothing !== true || s.crashes === 0;
  return [
    add(
      `${name}: the copies are moved`,
      // The copies of a cancelled order are counted as sold before they come back.
      (s) => s[name] === MOVE.due && isSwept(s) && (name !== 'cancelMove' || s.hold !== HOLD.claimed),
      (s) => {
        s[name] = MOVE.applied;
        if (name === 'takeMove') s.taken += copiesOf(s);
        else s.back += copiesOf(s);
      },
    ),
    add(
      `${name}: the purchase notes it`,
      (s) => s[name] === MOVE.applied && isSwept(s),
      (s) => (s[name] = MOVE.marked),
    ),
    add(
      `${name}: the process ends`,
      (s) => (s[name] === MOVE.due || s[name] === MOVE.applied) && s.crashes < MAX_CRASHES,
      (s) => {
        s.crashes += 1;
        // With its id, the repetition finds that it was made.
        if (s[name] === MOVE.applied && variant.movesWithoutId === true) s[name] = MOVE.due;
      },
      'fault',
    ),
  ];
}

function deskActions(variant: CancellationVariant): Step[] {
  return [
    add(
      'the cancellation reads the purchase',
      (s) => s.line === LINE.unshipped && s.isRead === 0,
      (s) => {
        s.isRead = 1;
        s.readCopies = variant.ignoresRefunds === true ? COPIES : COPIES - decidedOf(s);
      },
      'environment',
    ),
    add(
      'the purchase is cancelled, with the copies that are to come back, unless it has changed',
      (s) => s.isRead === 1 && s.line === LINE.unshipped,
      (s) => {
        s.isRead = 0;
        s.line = LINE.cancelled;
        s.cancelCopies = s.readCopies;
        s.cancelMove = variant.returnsLater === true ? MOVE.none : MOVE.due;
      },
    ),
    add(
      'the copies that are to come back are stored in another write',
      (s) =>
        variant.returnsLater === true &&
        s.line === LINE.cancelled &&
        s.cancelMove === MOVE.none &&
        s.crashes === 0,
      (s) => (s.cancelMove = MOVE.due),
    ),
    add(
      'the process ends after the cancellation',
      (s) => s.line === LINE.cancelled && s.cancelMove === MOVE.none && s.crashes < MAX_CRASHES,
      (s) => (s.crashes += 1),
      'fault',
    ),
    add(
      'the order is shipped, with the copies of a failed refund that are to be taken again',
      (s) => s.line === LINE.unshipped,
      (s) => {
        const isTaken = s.refund === REFUND.FAILED && s.refundKind === KIND.restock;
        s.line = LINE.shipped;
        s.isRead = 0;
        s.inShop = isStanding(s) ? 1 : 0;
        if (isTaken && variant.shipsWithoutTaking !== true) s.takeMove = MOVE.due;
      },
      'environment',
    ),
  ];
}

function holdActions(variant: CancellationVariant): Step[] {
  const isReleased = (s: State): boolean => variant.releasesUncounted === true && s.line === LINE.cancelled;
  return [
    add(
      'the copies are counted as sold',
      (s) => s.hold === HOLD.claimed && !isReleased(s) && (variant.sweepsNothing !== true || s.crashes === 0),
      (s) => (s.hold = HOLD.counted),
    ),
    add(
      'the copies are released',
      (s) => s.hold === HOLD.claimed && isReleased(s),
      (s) => (s.hold = HOLD.released),
    ),
  ];
}

/** An order from its payment until it is shipped or cancelled, and its copies are where they belong. */
export const cancellationModel = (variant: CancellationVariant): Model<CancellationState> => ({
  highest: {
    line: LINE.cancelled,
    hold: HOLD.released,
    refund: REFUND.FAILED,
    refundKind: KIND.keep,
    refundMove: MOVE.marked,
    isRead: 1,
    readCopies: COPIES,
    cancelCopies: COPIES,
    cancelMove: MOVE.marked,
    takeMove: MOVE.marked,
    back: COPIES * (2 + MAX_CRASHES),
    taken: 1 + MAX_CRASHES,
    inShop: 1,
    crashes: MAX_CRASHES,
  },
  actions: [
    ...refundActions(variant),
    ...deskActions(variant),
    ...moveActions('refundMove', () => 1, variant),
    ...moveActions('cancelMove', ({ cancelCopies }) => cancelCopies, variant),
    ...moveActions('takeMove', () => 1, variant),
    ...holdActions(variant),
  ],
  findViolation(s) {
    const released = s.hold === HOLD.released ? COPIES : 0;
    if (released + s.back - s.taken > COPIES) return 'copies counted back twice';
    if (s.taken > 1) return 'copies taken twice';
    const isDamaged = s.refund === REFUND.DONE && s.refundKind === KIND.keep;
    if (isDamaged && s.back > COPIES - 1) return 'a damaged copy counted back';
    return null;
  },
  findUnsettled(s) {
    const free = s.back - s.taken;
    // What is not for sale at the time of the cancellation is corrected under Stock, should its refund fail later.
    const least = s.refundKind === KIND.keep ? COPIES - 1 : COPIES;
    if (s.line === LINE.cancelled && free < least) return 'copies of a cancelled order that stay sold';
    if (s.line === LINE.shipped && s.refundKind === KIND.restock && free !== s.inShop)
      return 'a copy for sale that was sent';
    return null;
  },
});
