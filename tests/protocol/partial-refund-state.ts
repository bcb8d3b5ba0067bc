import type { Action } from './model-checker.ts';

// Refunds by part that the shop orders: two of them, one repeated by its client, next to one in the provider's dashboard,
// a shipment of the copies that the first is about, and a cancellation. The payment is of four units. Every write of the
// purchase, of the checkout and of the stock, and every call of the provider is one action.

export const CAPTURED = 4;
export const SIZE_OF_FIRST = 2;
export const SIZE_OF_SECOND = 3;
/** A refund in the purchase. `SETTLED`: it failed, and staff have paid it back another way. */
export const PROMISED = { none: 0, DUE: 1, DONE: 2, FAILED: 3, SETTLED: 4 };
/** The same refund in the checkout. `DECIDED`: its request is stored, and is repeated under the same key. */
export const REFUND = { none: 0, DUE: 1, DECIDED: 2, REQUESTED: 3, DONE: 4, FAILED: 5, LOST: 6 };
export const BANK = { none: 0, pending: 1, processed: 2, returned: 3 };
export const OUTSIDE = { none: 0, open: 1, gone: 2 };
export const CANCEL = { none: 0, DUE: 1, REQUESTED: 2, DONE: 3 };
export const MOVE = { none: 0, due: 1, applied: 2, marked: 3 };

export interface PartialRefundState {
  /** Refunds in the purchase, and the size of the second: that of the first if it is a repetition of its request. */
  first: number;
  second: number;
  secondSize: number;
  /** 1 between the read of the remaining amount and the write. */
  firstRead: number;
  secondRead: number;
  firstAtPayments: number;
  secondAtPayments: number;
  /** 1: the provider has responded, and nothing is stored yet. */
  firstSent: number;
  secondSent: number;
  firstAtBank: number;
  secondAtBank: number;
  /** Further refunds of the first at the bank, which should not be. */
  doubled: number;
  outside: number;
  bankReturns: number;
  /** The copies of the first refund: 1: shipped. */
  shipped: number;
  /** 1: they were not shipped when the refund was ordered. */
  refundedUnshipped: number;
  move: number;
  restocked: number;
  cancel: number;
  cancelPending: number;
  cancelReturned: number;
  crashes: number;
}

export interface PartialRefundVariant {
  /** The purchase is written whatever has changed since it was read. */
  writesUnconditionally?: boolean;
  /** A repeated request is a new refund. */
  ignoresKey?: boolean;
  /** The refund is sent before the decision is stored, and what is left is read again after a crash. */
  decidesInMemory?: boolean;
  /** Each request at the provider has another key. */
  changesKey?: boolean;
  /** payments is asked once, and not again. */
  requestsOnce?: boolean;
  /** A refund that has failed is requested again after its amount was free for others. */
  retriesFailed?: boolean;
  /** Copies are shipped that were refunded before. */
  shipsRefunded?: boolean;
  /** Copies that come back are counted without the id of the refund. */
  movesWithoutId?: boolean;
  /** A second refund of copies that a failed one has counted back counts them back again. */
  movesForEach?: boolean;
  /** A failed refund is noted as paid back another way, whatever was refunded since then. */
  settlesAnything?: boolean;
}

export const MAX_CRASHES = 1;
export type Step = Action<PartialRefundState>;
export type State = Readonly<PartialRefundState>;
export const step = (
  name: string,
  isEnabled: Step['isEnabled'],
  apply: Step['apply'],
  kind: Step['kind'] = 'step',
): Step => ({ name, kind, isEnabled, apply });

export const WHICH = ['first', 'second'] as const;
export type Which = (typeof WHICH)[number];
export const sizeOf = (s: State, which: Which): number => (which === 'first' ? SIZE_OF_FIRST : s.secondSize);
export const isPromised = (state: number): boolean =>
  state === PROMISED.DUE || state === PROMISED.DONE || state === PROMISED.SETTLED;
export const promisedOf = (s: State): number =>
  (isPromised(s.first) ? SIZE_OF_FIRST : 0) + (isPromised(s.second) ? s.secondSize : 0);
/** Whether the second is of the copies of the first, too. */
export const isAgain = (s: State): boolean => s.secondSize === SIZE_OF_FIRST && isPromised(s.second);
export const isTaken = (state: number): boolean => state === BANK.pending || state === BANK.processed;
/** Units that the provider counts as refunded. */
export const refundedOf = (s: State): number =>
  (isTaken(s.firstAtBank) ? SIZE_OF_FIRST : 0) +
  (isTaken(s.secondAtBank) ? s.secondSize : 0) +
  s.doubled * SIZE_OF_FIRST +
  (s.outside === OUTSIDE.none ? 0 : 1) +
  s.cancelPending +
  s.cancelReturned;
export const leftOf = (s: State): number => CAPTURED - refundedOf(s);
