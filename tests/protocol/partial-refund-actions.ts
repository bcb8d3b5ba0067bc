import {
  BANK,
  CANCEL,
  CAPTURED,
  MAX_CRASHES,
  MOVE,
  OUTSIDE,
  PROMISED,
  REFUND,
  SIZE_OF_FIRST,
  SIZE_OF_SECOND,
  WHICH,
  isAgain,
  isPromised,
  leftOf,
  promisedOf,
  sizeOf,
  step,
  type PartialRefundState,
  type PartialRefundVariant,
  type Step,
  type Which,
} from './partial-refund-state.ts';

/** Steps of the desk, of cart-orders and of its stock. */
export function deskActions(variant: PartialRefundVariant): Step[] {
  const read = (which: Which, size: number): Step =>
    step(
      `the ${which} request reads what is left`,
      (s) =>
        s[which] === PROMISED.none &&
        s[`${which}Read`] === 0 &&
        s.cancel === CANCEL.none &&
        promisedOf(s) + size + (s.outside === OUTSIDE.gone ? 1 : 0) <= CAPTURED,
      (s) => void (s[`${which}Read`] = 1),
      'environment',
    );
  const write = (which: Which, size: number): Step =>
    step(
      `the ${which} refund is written`,
      (s) => s[`${which}Read`] === 1,
      (s) => {
        s[which] = PROMISED.DUE;
        s[`${which}Read`] = 0;
        if (which === 'second') s.secondSize = size;
        else {
          s.refundedUnshipped = s.shipped === 0 ? 1 : 0;
          s.move = MOVE.due;
        }
        // The write of another request fails then, and it reads again.
        if (variant.writesUnconditionally !== true) {
          s.firstRead = 0;
          s.secondRead = 0;
        }
      },
    );
  const request = (which: Which): Step =>
    step(
      `cart-orders asks payments for the ${which}`,
      (s) => s[which] === PROMISED.DUE && s[`${which}AtPayments`] === REFUND.none,
      (s) => void (s[`${which}AtPayments`] = REFUND.DUE),
    );
  const lostRequest = (which: Which): Step =>
    step(
      `cart-orders crashes before it requests the ${which}`,
      (s) => s[which] === PROMISED.DUE && s[`${which}AtPayments`] === REFUND.none && s.crashes < MAX_CRASHES,
      (s) => {
        s.crashes += 1;
        // Never again: as if the request had been sent.
        if (variant.requestsOnce === true) s[`${which}AtPayments`] = REFUND.LOST;
      },
      'fault',
    );
  const learn = (which: Which): Step =>
    step(
      `cart-orders learns the end of the ${which}`,
      (s) =>
        s[which] === PROMISED.DUE &&
        (s[`${which}AtPayments`] === REFUND.DONE || s[`${which}AtPayments`] === REFUND.FAILED),
      (s) => {
        s[which] = s[`${which}AtPayments`] === REFUND.DONE ? PROMISED.DONE : PROMISED.FAILED;
      },
    );
  return [
    read('first', SIZE_OF_FIRST),
    write('first', SIZE_OF_FIRST),
    read('second', SIZE_OF_SECOND),
    write('second', SIZE_OF_SECOND),
    ...WHICH.flatMap((which) => [request(which), lostRequest(which), learn(which)]),
    step(
      'the client repeats the first request',
      (s) =>
        variant.ignoresKey === true &&
        isPromised(s.first) &&
        s.second === PROMISED.none &&
        s.secondRead === 0 &&
        promisedOf(s) + SIZE_OF_FIRST <= CAPTURED,
      (s) => {
        s.second = PROMISED.DUE;
        s.secondSize = SIZE_OF_FIRST;
      },
      'environment',
    ),
    step(
      'the copies of the first are shipped',
      (s) =>
        s.shipped === 0 &&
        s.cancel === CANCEL.none &&
        (variant.shipsRefunded === true || !isPromised(s.first)),
      (s) => {
        s.shipped = 1;
        if (variant.writesUnconditionally !== true) s.firstRead = 0;
      },
      'environment',
    ),
    step(
      'the copies of the first are counted back',
      (s) => s.move === MOVE.due,
      (s) => {
        s.move = MOVE.applied;
        s.restocked += 1;
      },
    ),
    step(
      'the move is marked',
      (s) => s.move === MOVE.applied,
      (s) => void (s.move = MOVE.marked),
    ),
    step(
      'cart-orders crashes before the move is marked',
      (s) => s.move === MOVE.applied && s.crashes < MAX_CRASHES,
      (s) => {
        s.crashes += 1;
        // With the id of the refund, the repetition finds that it was counted.
        if (variant.movesWithoutId === true) s.move = MOVE.due;
      },
      'fault',
    ),
    step(
      'staff refund the copies of the first again',
      (s) =>
        s.first === PROMISED.FAILED &&
        s.second === PROMISED.none &&
        s.cancel === CANCEL.none &&
        promisedOf(s) + SIZE_OF_FIRST + (s.outside === OUTSIDE.gone ? 1 : 0) <= CAPTURED,
      (s) => {
        s.second = PROMISED.DUE;
        s.secondSize = SIZE_OF_FIRST;
        s.secondRead = 0;
        if (variant.movesForEach === true && s.move === MOVE.marked) s.move = MOVE.due;
      },
      'environment',
    ),
    step(
      'staff note that the first was paid back another way',
      (s) =>
        s.first === PROMISED.FAILED &&
        s.cancel === CANCEL.none &&
        (variant.settlesAnything === true ||
          (!isAgain(s) && promisedOf(s) + SIZE_OF_FIRST + (s.outside === OUTSIDE.gone ? 1 : 0) <= CAPTURED)),
      (s) => {
        s.first = PROMISED.SETTLED;
        s.refundedUnshipped = s.shipped === 0 ? 1 : 0;
        s.secondRead = 0;
      },
      'environment',
    ),
    step(
      'staff take that note back',
      (s) => s.first === PROMISED.SETTLED && s.cancel === CANCEL.none,
      (s) => {
        s.first = PROMISED.FAILED;
        s.secondRead = 0;
      },
      'environment',
    ),
    step(
      'staff cancel the purchase',
      (s) =>
        s.cancel === CANCEL.none &&
        s.shipped === 0 &&
        s.first !== PROMISED.none &&
        s.first !== PROMISED.SETTLED,
      (s) => {
        s.cancel = CANCEL.DUE;
        s.firstRead = 0;
        s.secondRead = 0;
      },
      'environment',
    ),
  ];
}

/** Steps of payments, the provider and the bank. */
export function paymentActions(variant: PartialRefundVariant): Step[] {
  const send = (s: PartialRefundState, which: Which): void => {
    const size = sizeOf(s, which);
    const bank = `${which}AtBank` as const;
    const isRepeated = s[bank] !== BANK.none;
    if (isRepeated && variant.changesKey === true && which === 'first' && leftOf(s) >= size) s.doubled += 1;
    if (!isRepeated) {
      // The provider rejects more than is left.
      if (leftOf(s) < size) {
        s[`${which}AtPayments`] = REFUND.FAILED;
        return;
      }
      s[bank] = BANK.pending;
    }
    s[`${which}Sent`] = 1;
  };
  const first = variant.decidesInMemory === true ? REFUND.DUE : REFUND.DECIDED;
  const of = (which: Which): Step[] => [
    step(
      `payments decides on the ${which}`,
      (s) => s[`${which}AtPayments`] === REFUND.DUE && s[`${which}Sent`] === 0,
      (s) => {
        if (leftOf(s) < sizeOf(s, which)) s[`${which}AtPayments`] = REFUND.FAILED;
        else if (variant.decidesInMemory === true) send(s, which);
        else s[`${which}AtPayments`] = REFUND.DECIDED;
      },
    ),
    step(
      `payments requests the ${which}`,
      (s) => s[`${which}AtPayments`] === REFUND.DECIDED && s[`${which}Sent`] === 0,
      (s) => send(s, which),
    ),
    step(
      `payments stores that the ${which} is requested`,
      (s) => s[`${which}AtPayments`] === first && s[`${which}Sent`] === 1,
      (s) => {
        s[`${which}AtPayments`] = REFUND.REQUESTED;
        s[`${which}Sent`] = 0;
      },
    ),
    step(
      `payments crashes after the request of the ${which}`,
      (s) => s[`${which}Sent`] === 1 && s.crashes < MAX_CRASHES,
      (s) => {
        s.crashes += 1;
        s[`${which}Sent`] = 0;
      },
      'fault',
    ),
    step(
      `the bank processes the ${which}`,
      (s) => s[`${which}AtBank`] === BANK.pending,
      (s) => void (s[`${which}AtBank`] = BANK.processed),
    ),
    step(
      `the bank returns the ${which}`,
      (s) => s[`${which}AtBank`] === BANK.pending && s.bankReturns < 1,
      (s) => {
        s[`${which}AtBank`] = BANK.returned;
        s.bankReturns += 1;
      },
      'fault',
    ),
    step(
      `payments reads the end of the ${which}`,
      (s) =>
        s[`${which}AtPayments`] === REFUND.REQUESTED &&
        (s[`${which}AtBank`] === BANK.processed || s[`${which}AtBank`] === BANK.returned),
      (s) => {
        s[`${which}AtPayments`] = s[`${which}AtBank`] === BANK.processed ? REFUND.DONE : REFUND.FAILED;
      },
    ),
    step(
      `the repair requests the ${which} again`,
      (s) =>
        variant.retriesFailed === true &&
        s[`${which}AtPayments`] === REFUND.FAILED &&
        s[`${which}AtBank`] === BANK.returned &&
        leftOf(s) >= sizeOf(s, which),
      (s) => {
        s[`${which}AtPayments`] = REFUND.REQUESTED;
        s[`${which}AtBank`] = BANK.pending;
      },
      'environment',
    ),
  ];
  return [
    ...WHICH.flatMap(of),
    step(
      'a refund is made in the dashboard',
      (s) => s.outside === OUTSIDE.none && leftOf(s) > 0,
      (s) => void (s.outside = OUTSIDE.open),
      'environment',
    ),
    step(
      'the bank processes that of the dashboard',
      (s) => s.outside === OUTSIDE.open,
      (s) => void (s.outside = OUTSIDE.gone),
    ),
    step(
      'payments requests what is left of the cancelled purchase',
      (s) =>
        (s.cancel === CANCEL.DUE || s.cancel === CANCEL.REQUESTED) && s.cancelPending === 0 && leftOf(s) > 0,
      (s) => {
        s.cancelPending = leftOf(s);
        s.cancel = CANCEL.REQUESTED;
      },
    ),
    step(
      'the bank processes the refund of the cancellation',
      (s) => s.cancelPending > 0,
      (s) => {
        s.cancelReturned += s.cancelPending;
        s.cancelPending = 0;
      },
    ),
    step(
      'payments finds nothing left of the cancelled purchase',
      (s) =>
        (s.cancel === CANCEL.DUE || s.cancel === CANCEL.REQUESTED) &&
        leftOf(s) === 0 &&
        s.cancelPending === 0 &&
        s.firstAtBank !== BANK.pending &&
        s.secondAtBank !== BANK.pending &&
        s.outside !== OUTSIDE.open,
      (s) => void (s.cancel = CANCEL.DONE),
    ),
  ];
}
