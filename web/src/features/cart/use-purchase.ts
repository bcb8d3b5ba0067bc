import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isProblem, type Problem } from '#shared/api/problem.ts';
import { readBatchId, type CartOwner } from '#shared/cart/cart-memory.ts';
import { writeCartCount } from '#shared/cart/change-cart-memory.ts';
import { forgetPaidLines, notePaidLines, writeCartSnapshot } from '#shared/cart/cart-snapshot.ts';
import { EMPTY_CART, type Cart } from '#shared/cart/cart.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { loadCheckout } from '#shared/payment/checkout-script.ts';
import { noteLastPurchase, successPath } from '#shared/payment/last-purchase.ts';
import { openWidget } from '#shared/payment/open-widget.ts';
import {
  useCreateCheckoutMutation,
  useOpenDialogMutation,
  useVerifyPaymentMutation,
  type PaymentOrder,
} from '#shared/payment/payment-api.ts';
import { useSite } from '#shared/site/site-context.tsx';
import type { Addresses } from '#shared/address/address-form-definition.ts';
import { acceptPrices } from './seen-prices.ts';

/**
 * The reason for which nothing was bought: the payment failed or was not begun, the amount is another one than was shown, copies
 * are missing, or the network has a limit, which the text explains.
 */
export type PurchaseNotice = 'failed' | 'notBegun' | 'changed' | 'soldOut' | { limit: string } | null;

const CONFLICT = 409;
/** Message of the conflict of a cart that is paid. */
const ALREADY_PAID = 'already paid';
/** Name of the conflict of a network that has too many unpaid copies; the other one is that of missing copies. */
const RESERVATION_LIMIT = 'ReservationLimitError';
const isConflict = (error: unknown): error is Problem => isProblem(error) && error.status === CONFLICT;
const BAD_REQUEST = 400;
/** The form shows wrong values beside their fields; the notice says everything else. */
const SWALLOWED: SubmitResult = { error: null };

interface PurchaseOptions {
  cart: Cart;
  /** Total that the page shows. */
  totalPaise: number;
  owner: CartOwner;
  /** Reads the cart and the shipping charge again. */
  refetch: () => unknown;
}

/** Buys the cart: an order of the card provider, its widget, the verification, and `/success`. */
export function usePurchase({ cart, totalPaise, owner, refetch }: PurchaseOptions) {
  const [createCheckout] = useCreateCheckoutMutation();
  const [openDialog] = useOpenDialogMutation();
  const [verify] = useVerifyPaymentMutation();
  const [notice, setNotice] = useState<PurchaseNotice>(null);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { name, checkoutScript } = useSite();

  function rejected(error: Problem): SubmitResult {
    setNotice(error.code === RESERVATION_LIMIT ? { limit: error.message } : 'soldOut');
    return SWALLOWED;
  }

  async function pay(order: PaymentOrder): Promise<SubmitResult> {
    const Widget = await loadCheckout(checkoutScript ?? '');
    // Noted before: the tab may be closed while the payment is under way.
    const link = { checkoutId: order.checkoutId, key: order.linkKey };
    noteLastPurchase(link);
    // Its other failures must not stop a payment.
    const { error } = await openDialog(order.checkoutId);
    if (isConflict(error)) return rejected(error);
    const result = await openWidget(Widget, order, name);
    setNotice(result.kind === 'failed' ? 'failed' : null);
    if (result.kind !== 'paid') return SWALLOWED;
    notePaidLines(cart);
    writeCartCount({ owner, count: 0 });
    writeCartSnapshot(owner, EMPTY_CART);
    const verified = await verify(result.confirmation);
    // Only a payment that is certainly none is a failure: the page of the purchase shows what becomes of the others.
    if (isProblem(verified.error) && verified.error.status === BAD_REQUEST) {
      setNotice('failed');
      forgetPaidLines();
      refetch();
      return SWALLOWED;
    }
    await navigate(successPath(link));
    return {};
  }

  async function purchase(addresses: Addresses): Promise<SubmitResult> {
    acceptPrices(cart);
    const created = await createCheckout({
      receipt: readBatchId(),
      userId: owner === 'guest' ? null : owner,
      ...addresses,
    });
    if (created.data === undefined) {
      const { error } = created;
      if (!isConflict(error)) {
        setNotice(isProblem(error) && Object.keys(error.fields).length > 0 ? null : 'notBegun');
        return { error };
      }
      if (error.message === ALREADY_PAID) await navigate('/success');
      else return rejected(error);
      return SWALLOWED;
    }
    if (created.data.amount !== totalPaise) {
      setNotice('changed');
      refetch();
      return SWALLOWED;
    }
    return pay(created.data);
  }

  const submit = async (addresses: Addresses): Promise<SubmitResult> => {
    setBusy(true);
    try {
      return await purchase(addresses);
    } catch {
      // The provider's script could not be loaded.
      setNotice('failed');
      return SWALLOWED;
    } finally {
      setBusy(false);
    }
  };
  return { notice, isBusy, submit };
}
