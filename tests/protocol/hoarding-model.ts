import type { Action, Model } from './model-checker.ts';

// Eight copies of a book, a client with three checkouts of one copy each, and another buyer. Reading the stock document and
// writing it are two actions; the write is a compare-and-set.

/** A reservation of a checkout. `opened`: its buyer is in the payment dialog, or has been there. */
const HOLD = { none: 0, held: 1, opened: 2, taken: 3 };
/** Knowledge of a request: nothing, a document that is still the stored one, or one that was written since. */
const READ = { nothing: 0, current: 1, former: 2 };

type Checkout = 1 | 2 | 3;
const CHECKOUTS: readonly Checkout[] = [1, 2, 3];

export interface HoardingState {
  hold1: number;
  hold2: number;
  hold3: number;
  read1: number;
  read2: number;
  read3: number;
  other: number;
}

export interface HoardingVariant {
  /** The copies of the client are counted when the document is read, and not with the write. */
  countsBefore?: boolean;
  /** A reservation whose dialog was opened no longer counts. */
  forgetsOpened?: boolean;
  /** Paid copies count, so that a client who has paid can buy nothing more. */
  countsPaid?: boolean;
}

const COPIES = 8;
const SHARE = 0.25;
const LIMIT = COPIES * SHARE;

type Step = Action<HoardingState>;

function unpaidOf(s: Readonly<HoardingState>, variant: HoardingVariant): number {
  const counted = (hold: number): boolean =>
    hold === HOLD.held ||
    (hold === HOLD.opened && variant.forgetsOpened !== true) ||
    (hold === HOLD.taken && variant.countsPaid === true);
  return CHECKOUTS.filter((n) => counted(s[`hold${n}`])).length;
}

/** Copies that the client could have: those that nobody else has and that are not paid for. */
function freeOf(s: Readonly<HoardingState>): number {
  const paid = CHECKOUTS.filter((n) => s[`hold${n}`] === HOLD.taken).length;
  return COPIES - paid - Number(s.other !== HOLD.none);
}

const mayReserve = (s: Readonly<HoardingState>, variant: HoardingVariant): boolean =>
  unpaidOf(s, variant) + 1 <= Math.max(1, Math.floor(freeOf(s) * SHARE));

/** Every write of the document makes what others have read a former one. */
function written(s: HoardingState): void {
  for (const n of CHECKOUTS) if (s[`read${n}`] === READ.current) s[`read${n}`] = READ.former;
}

function actionsOf(n: Checkout, variant: HoardingVariant): Step[] {
  const hold = `hold${n}` as const;
  const read = `read${n}` as const;
  const set = (s: HoardingState, to: number): void => {
    written(s);
    s[hold] = to;
  };
  return [
    {
      name: `${n}: the stock is read, of which the client may reserve a copy`,
      kind: 'environment',
      isEnabled: (s) => s[hold] === HOLD.none && s[read] === READ.nothing && mayReserve(s, variant),
      apply: (s) => (s[read] = READ.current),
    },
    {
      name: `${n}: the copy is reserved`,
      kind: 'step',
      isEnabled: (s) =>
        s[read] === READ.current || (variant.countsBefore === true && s[read] === READ.former),
      apply(s) {
        set(s, HOLD.held);
        s[read] = READ.nothing;
      },
    },
    {
      name: `${n}: the document has changed, and the request reads it again`,
      kind: 'step',
      isEnabled: (s) => s[read] === READ.former && variant.countsBefore !== true,
      apply: (s) => (s[read] = READ.nothing),
    },
    {
      name: `${n}: the dialog opens`,
      kind: 'environment',
      isEnabled: (s) => s[hold] === HOLD.held,
      apply: (s) => set(s, HOLD.opened),
    },
    {
      name: `${n}: the reservation expires`,
      kind: 'environment',
      isEnabled: (s) => s[hold] === HOLD.held || s[hold] === HOLD.opened,
      apply: (s) => set(s, HOLD.none),
    },
    {
      name: `${n}: the copy is paid for`,
      kind: 'environment',
      isEnabled: (s) => s[hold] !== HOLD.taken && s[read] === READ.nothing,
      apply: (s) => set(s, HOLD.taken),
    },
  ];
}

/** The limit of a client's unpaid reservations. */
export const hoardingModel = (variant: HoardingVariant): Model<HoardingState> => ({
  highest: { hold1: 3, hold2: 3, hold3: 3, read1: 2, read2: 2, read3: 2, other: 1 },
  actions: [
    ...CHECKOUTS.flatMap((n) => actionsOf(n, variant)),
    {
      name: 'the other buyer reserves a copy',
      kind: 'step',
      isEnabled: (s) => s.other === HOLD.none && freeOf(s) > unpaidOf(s, {}),
      apply(s) {
        written(s);
        s.other = HOLD.held;
      },
    },
  ],
  findViolation(s) {
    if (unpaidOf(s, {}) > LIMIT) return 'one client has more than its share of the copies, unpaid';
    const paid = CHECKOUTS.filter((n) => s[`hold${n}`] === HOLD.taken).length;
    if (paid === 2 && unpaidOf(s, {}) === 0 && !mayReserve(s, variant))
      return 'a client that has paid can buy nothing more';
    return null;
  },
  findUnsettled: (s) => (s.other === HOLD.none ? 'the other buyer gets no copy' : null),
});
