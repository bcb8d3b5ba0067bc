import type { Model } from './model-checker.ts';
import { deskActions, paymentActions } from './partial-refund-actions.ts';
import {
  BANK,
  CANCEL,
  CAPTURED,
  MAX_CRASHES,
  MOVE,
  PROMISED,
  SIZE_OF_FIRST,
  SIZE_OF_SECOND,
  WHICH,
  isAgain,
  isPromised,
  isTaken,
  promisedOf,
  refundedOf,
  type PartialRefundState,
  type PartialRefundVariant,
} from './partial-refund-state.ts';

/** Refunds by part from the request of the desk until money, purchase, parcels and stock agree. */
export const partialRefundModel = (variant: PartialRefundVariant): Model<PartialRefundState> => ({
  highest: {
    first: 4,
    second: 3,
    secondSize: SIZE_OF_SECOND,
    firstRead: 1,
    secondRead: 1,
    firstAtPayments: 6,
    secondAtPayments: 6,
    firstSent: 1,
    secondSent: 1,
    firstAtBank: 3,
    secondAtBank: 3,
    doubled: 1,
    outside: 2,
    bankReturns: 1,
    shipped: 1,
    refundedUnshipped: 1,
    move: 3,
    restocked: 3,
    cancel: 3,
    cancelPending: CAPTURED,
    cancelReturned: CAPTURED,
    crashes: MAX_CRASHES,
  },
  actions: [...deskActions(variant), ...paymentActions(variant)],
  findViolation(s) {
    if (promisedOf(s) > CAPTURED) return 'more promised than was paid';
    if (refundedOf(s) > CAPTURED) return 'more refunded than was paid';
    const isSettled = s.first === PROMISED.SETTLED;
    if (isSettled && (isAgain(s) || refundedOf(s) + SIZE_OF_FIRST > CAPTURED))
      return 'copies paid back twice';
    if (
      s.doubled > 0 ||
      (s.secondSize === SIZE_OF_FIRST && isTaken(s.firstAtBank) && isTaken(s.secondAtBank))
    )
      return 'one request refunded twice';
    if (s.shipped === 1 && s.refundedUnshipped === 1 && isPromised(s.first))
      return 'copies shipped that were refunded before';
    if (s.restocked > 1) return 'copies counted back twice';
    return null;
  },
  findUnsettled(s) {
    for (const which of WHICH) {
      if (s[which] === PROMISED.DUE) return 'a refund that hangs';
      const isPaid = s[`${which}AtBank`] === BANK.processed;
      if (s[which] === PROMISED.DONE && !isPaid) return 'a refund that nobody got';
      if (s[which] === PROMISED.FAILED && isPaid) return 'a refund that the purchase does not know';
    }
    if (s.move === MOVE.due || s.move === MOVE.applied) return 'copies that are not counted back';
    if (s.cancel !== CANCEL.none && (s.cancel !== CANCEL.DONE || refundedOf(s) < CAPTURED))
      return 'a cancelled order whose money is not returned';
    return null;
  },
});
