import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isProblem } from '#shared/api/problem.ts';
import { loadCheckout } from '#shared/payment/checkout-script.ts';
import { noteLastPurchase, successPath } from '#shared/payment/last-purchase.ts';
import { openWidget } from '#shared/payment/open-widget.ts';
import { useOpenDialogMutation, useVerifyPaymentMutation } from '#shared/payment/payment-api.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { usePayLinkMutation, type LinkArg } from './payment-link-api.ts';

/** Why nothing was paid. */
export type LinkNotice = 'failed' | 'notBegun' | 'soldOut' | null;

const CONFLICT = 409;
const BAD_REQUEST = 400;
const ALREADY_PAID = 'already paid';
const LINK_ENDED = 'PaymentLinkError';

/** Pays an order by its link: the provider's widget, the verification, and `/success`. `refetch` reads the link again. */
export function useLinkPayment(link: LinkArg, refetch: () => unknown) {
  const [payLink] = usePayLinkMutation();
  const [openDialog] = useOpenDialogMutation();
  const [verify] = useVerifyPaymentMutation();
  const [notice, setNotice] = useState<LinkNotice>(null);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { name, checkoutScript } = useSite();

  async function attempt(): Promise<LinkNotice> {
    const { data: order, error } = await payLink(link);
    if (order === undefined) {
      if (!isProblem(error) || error.status !== CONFLICT) return 'notBegun';
      if (error.message !== ALREADY_PAID && error.code !== LINK_ENDED) return 'soldOut';
      // Its page says what became of it.
      refetch();
      return null;
    }
    const Widget = await loadCheckout(checkoutScript ?? '').catch(() => null);
    if (Widget === null) return 'failed';
    // Noted before: the tab may be closed while the payment is under way.
    const purchase = { checkoutId: order.checkoutId, key: order.linkKey };
    noteLastPurchase(purchase);
    // Its other failures must not stop a payment.
    const { error: gone } = await openDialog(order.checkoutId);
    if (isProblem(gone) && gone.status === CONFLICT) {
      refetch();
      return 'soldOut';
    }
    const result = await openWidget(Widget, order, name);
    if (result.kind !== 'paid') return result.kind === 'failed' ? 'failed' : null;
    const verified = await verify(result.confirmation);
    // Only a payment that is certainly none is a failure: the page of the purchase shows what becomes of the others.
    if (isProblem(verified.error) && verified.error.status === BAD_REQUEST) return 'failed';
    await navigate(successPath(purchase));
    return null;
  }

  const pay = async (): Promise<void> => {
    setBusy(true);
    setNotice(null);
    setNotice(await attempt());
    setBusy(false);
  };
  return { notice, isBusy, pay };
}
