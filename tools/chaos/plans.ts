import { pick, type Random } from '@vidhi/harness/random.ts';
import type { PurchasePlan } from './buyer.ts';
import { PLENTY, SCARCE } from './chaos-product.ts';
import type { PurchaseKind } from './fail-points.ts';

/** A guest who buys one copy, whose browser reports the payment, while its webhooks are lost. */
export const PLAIN: PurchasePlan = {
  origin: 'cart',
  bookId: 1,
  isCustomer: false,
  quantity: 1,
  addedLater: 0,
  outcome: 'captured',
  webhook: 'lost',
  reports: true,
  then: 'nothing',
  refundFailures: 0,
};

/** Attributes of a purchase that staff have written down: no account and no cart. */
const WRITTEN_DOWN: Partial<PurchasePlan> = { isCustomer: false, addedLater: 0 };

const KINDS: Record<PurchaseKind, Partial<PurchasePlan>> = {
  verified: {},
  webhook: { webhook: 'sent', reports: false },
  'closed-tab': { reports: false },
  authorized: { outcome: 'authorized' },
  'second-payment': { then: 'second-payment' },
  cancelled: { then: 'cancellation' },
  'same-cart': { then: 'corrected-address' },
  'returned-refund': { then: 'second-payment', refundFailures: 1 },
  'refunded-early': { then: 'refunded-early', webhook: 'sent', reports: false },
  refunded: { then: 'refunded', webhook: 'sent' },
  'refunded-shipped': { then: 'refunded-shipped', webhook: 'sent' },
  'part-refunded': { then: 'part-refunded', webhook: 'sent' },
  'part-cancelled': { then: 'part-cancelled', webhook: 'sent' },
  'shop-refunded': { then: 'shop-refunded', webhook: 'sent' },
  disputed: { then: 'dispute-lost', webhook: 'sent' },
  'paid-by-link': { ...WRITTEN_DOWN, origin: 'link' },
  'link-cancelled': { ...WRITTEN_DOWN, origin: 'link', then: 'link-cancellation' },
  'by-hand': { ...WRITTEN_DOWN, origin: 'hand' },
  'hand-cancelled': { ...WRITTEN_DOWN, origin: 'hand', then: 'cancellation' },
};

/** Returns the n-th purchase of a kind; owners, books and quantities change from one to the next. */
export const planOf = (kind: PurchaseKind, n: number): PurchasePlan => ({
  ...PLAIN,
  bookId: (n % 4 === 3 ? SCARCE : PLENTY)[n % 2] ?? 1,
  isCustomer: n % 3 === 1,
  quantity: 1 + (n % 2),
  addedLater: n % 5 === 2 ? 1 : 0,
  ...KINDS[kind],
});

/** Returns any purchase: two of seven are written down by staff, and one of ten of the others is never paid. */
export function randomPlan(random: Random): PurchasePlan {
  const kind = pick(random, [null, null, null, null, null, 'link', 'hand'] as const);
  const plan = randomCart(random);
  if (kind === 'hand') {
    const then = pick(random, ['nothing', 'nothing', 'cancellation'] as const);
    return { ...plan, ...WRITTEN_DOWN, origin: 'hand', then };
  }
  if (kind !== 'link') return plan;
  const then = pick(random, ['nothing', 'link-cancellation', 'second-payment', 'cancellation'] as const);
  return { ...plan, ...WRITTEN_DOWN, origin: 'link', outcome: 'captured', then };
}

function randomCart(random: Random): PurchasePlan {
  const outcome = pick(random, ['captured', 'captured', 'captured', 'authorized', 'failed'] as const);
  return {
    origin: 'cart',
    bookId: pick(random, [...PLENTY, ...SCARCE]),
    isCustomer: random() < 0.3,
    quantity: pick(random, [1, 2, 3]),
    addedLater: pick(random, [0, 0, 1]),
    outcome,
    webhook: pick(random, ['sent', 'late', 'lost', 'doubled'] as const),
    reports: random() < 0.6,
    then:
      outcome === 'failed'
        ? pick(random, ['nothing', 'late-authorization'] as const)
        : outcome === 'captured'
          ? pick(random, [
              'nothing',
              'nothing',
              'nothing',
              'second-payment',
              'cancellation',
              'corrected-address',
              'refunded-early',
              'refunded',
              'refunded-shipped',
              'part-refunded',
              'part-cancelled',
              'shop-refunded',
              'dispute-won',
              'dispute-lost',
            ] as const)
          : 'nothing',
    refundFailures: pick(random, [0, 0, 1]),
  };
}
