import type { Action, Model } from './model-checker.ts';

// One refund from the moment it is due. The bank may return what the provider has accepted; payments may crash between
// the request and its own write. Every write of the checkout and every call of the provider is one action.

export const REFUND = { DUE: 0, REQUESTED: 1, DONE: 2, FAILED: 3 };
/** A refund at the provider, one for each idempotency key. */
const BANK = { none: 0, pending: 1, processed: 2, returned: 3 };
/** `accepted`: the provider has responded, and nothing is stored yet. */
const REQUEST = { idle: 0, accepted: 1 };

export interface RefundState {
  refund: number;
  /** Number of the idempotency key of the next request. */
  key: number;
  request: number;
  firstAtBank: number;
  secondAtBank: number;
  returns: number;
  crashes: number;
}

export interface RefundVariant {
  /** The response of the provider counts as the end. */
  endsWhenAccepted?: boolean;
  /** A returned refund is requested under the key of the first request. */
  keepsKey?: boolean;
  /** Every request has a key of its own. */
  changesKeyAlways?: boolean;
}

const MAX_CRASHES = 1;
const MAX_KEY = 1;

type Step = Action<RefundState>;
const step = (name: string, isEnabled: Step['isEnabled'], apply: Step['apply']): Step => ({
  name,
  kind: 'step',
  isEnabled,
  apply,
});

function actionsOf({ endsWhenAccepted, keepsKey, changesKeyAlways }: RefundVariant): Step[] {
  const atBank = (key: number): 'firstAtBank' | 'secondAtBank' =>
    key === 0 ? 'firstAtBank' : 'secondAtBank';
  const nextKey = (s: RefundState): void => {
    s.key = Math.min(MAX_KEY, s.key + 1);
  };
  const bankActions = [0, 1].map(atBank).flatMap((refund): Step[] => [
    step(
      `the bank processes ${refund}`,
      (s) => s[refund] === BANK.pending,
      (s) => (s[refund] = BANK.processed),
    ),
    {
      name: `the bank returns ${refund}`,
      kind: 'fault',
      isEnabled: (s) => s[refund] === BANK.pending && s.returns < 1,
      apply(s) {
        s[refund] = BANK.returned;
        s.returns += 1;
      },
    },
  ]);
  return [
    step(
      'payments requests the refund',
      (s) => (s.refund === REFUND.DUE || s.refund === REFUND.FAILED) && s.request === REQUEST.idle,
      (s) => {
        // The same key is the same refund.
        if (s[atBank(s.key)] === BANK.none) s[atBank(s.key)] = BANK.pending;
        s.request = REQUEST.accepted;
      },
    ),
    step(
      'payments stores that the refund is requested',
      (s) => s.request === REQUEST.accepted,
      (s) => {
        s.refund = endsWhenAccepted === true ? REFUND.DONE : REFUND.REQUESTED;
        s.request = REQUEST.idle;
      },
    ),
    ...bankActions,
    step(
      'payments asks for the refund',
      (s) => s.refund === REFUND.REQUESTED && s[atBank(s.key)] > BANK.pending,
      (s) => {
        if (s[atBank(s.key)] === BANK.processed) s.refund = REFUND.DONE;
        else {
          s.refund = REFUND.FAILED;
          if (keepsKey !== true) nextKey(s);
        }
      },
    ),
    {
      name: 'payments crashes',
      kind: 'fault',
      isEnabled: (s) => s.crashes < MAX_CRASHES && s.request !== REQUEST.idle,
      apply(s) {
        s.crashes += 1;
        s.request = REQUEST.idle;
        if (changesKeyAlways === true) nextKey(s);
      },
    },
  ];
}

/** A refund from the moment it is due until the buyer has the money. */
export const refundModel = (variant: RefundVariant): Model<RefundState> => ({
  highest: {
    refund: 3,
    key: MAX_KEY,
    request: 1,
    firstAtBank: 3,
    secondAtBank: 3,
    returns: 1,
    crashes: MAX_CRASHES,
  },
  actions: actionsOf(variant),
  findViolation: ({ firstAtBank, secondAtBank }) =>
    firstAtBank === BANK.processed && secondAtBank === BANK.processed ? 'money returned twice' : null,
  findUnsettled({ refund, firstAtBank, secondAtBank }) {
    if (firstAtBank !== BANK.processed && secondAtBank !== BANK.processed) return 'money that nobody gets';
    return refund === REFUND.DONE ? null : 'a refund that is not DONE';
  },
});
