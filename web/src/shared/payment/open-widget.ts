import { toE164 } from '@vidhi/contracts/digits.ts';
import type { Checkout, Confirmation } from './checkout-script.ts';
import type { PaymentOrder } from './payment-api.ts';

/** Outcome of a visit of the widget: `failed` when an attempt failed and the visitor then closed it. */
export type WidgetResult =
  | { kind: 'paid'; confirmation: Confirmation }
  | { kind: 'failed' }
  | { kind: 'dismissed' };

/** Opens the provider's widget. A failed attempt does not end it: the visitor may try again in it. */
export const openWidget = (Widget: Checkout, order: PaymentOrder, shopName: string): Promise<WidgetResult> =>
  new Promise((resolve) => {
    let hasFailed = false;
    const { key, orderId, amount, currency, buyer } = order;
    const widget = new Widget({
      key,
      order_id: orderId,
      amount,
      currency,
      name: shopName,
      prefill: { name: buyer.name, email: buyer.email, contact: toE164(buyer.phone) },
      handler: (confirmation) => resolve({ kind: 'paid', confirmation }),
      modal: { ondismiss: () => resolve({ kind: hasFailed ? 'failed' : 'dismissed' }) },
    });
    widget.on('payment.failed', () => {
      hasFailed = true;
    });
    widget.open();
  });
