import {
  CHECKOUT,
  HIGHEST,
  MAIL,
  PAYMENT,
  type CheckoutState,
  type FaultLimits,
  type Variant,
} from './checkout-state.ts';
import { mailActions, purchaseActions, republicationActions } from './fulfilment-actions.ts';
import type { Model } from './model-checker.ts';
import { outerActions } from './outer-actions.ts';
import { paymentActions } from './payment-actions.ts';

function findViolation(state: Readonly<CheckoutState>): string | null {
  const { purchases, payment, checkout, acceptedMails } = state;
  const isCaptured = payment === PAYMENT.captured;
  if (purchases > 1) return 'two purchases of one payment';
  if (purchases > 0 && !isCaptured) return 'a purchase without a captured payment';
  if (checkout >= CHECKOUT.PAID && !isCaptured) return 'PAID without a captured payment';
  if (acceptedMails > 1) return 'a mail accepted twice';
  if (acceptedMails > 0 && purchases === 0) return 'a mail without a purchase';
  return null;
}

function findUnsettled({ payment, purchases, acceptedMails, mail, checkout }: Readonly<CheckoutState>) {
  if (payment !== PAYMENT.captured)
    return purchases + acceptedMails > 0 ? 'an effect without a captured payment' : null;
  if (purchases === 0) return 'a captured payment without a purchase';
  if (acceptedMails === 0) return 'a purchase without a mail';
  if (mail !== MAIL.SENT) return 'a mail that is not SENT';
  if (checkout !== CHECKOUT.FULFILLED) return 'a checkout that is not FULFILLED';
  return null;
}

/**
 * The protocol of `docs/money.md` for one purchase: every write of one document, append to a topic, commit, call of the
 * provider and acceptance of a mail is one action. A change of the protocol changes this model first.
 */
export const checkoutModel = (variant: Variant, limits: FaultLimits): Model<CheckoutState> => ({
  highest: HIGHEST,
  // Republication comes last: it matters when nothing else can happen any more.
  actions: [
    ...paymentActions(variant),
    ...purchaseActions(variant),
    ...mailActions(variant),
    ...republicationActions(variant),
    ...outerActions(variant, limits),
  ],
  findViolation,
  findUnsettled,
});
