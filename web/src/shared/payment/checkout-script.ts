import { trustedCheckout } from './checkout-trust.ts';

/** Result of the card provider's widget after a payment, for `POST /api/payment/verify`. */
export interface Confirmation {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

interface WidgetOptions {
  key: string;
  order_id: string;
  amount: number;
  currency: string;
  name: string;
  prefill: { name: string; email: string; contact: string };
  handler: (confirmation: Confirmation) => void;
  modal: { ondismiss: () => void };
}

/** The class that checkout.js defines. */
export type Checkout = new (options: WidgetOptions) => {
  open(): void;
  on(event: 'payment.failed', listener: () => void): void;
};

const readCheckout = (): Checkout | undefined => (window as { Razorpay?: Checkout }).Razorpay;

let loading: Promise<Checkout> | null = null;

/** Loads the provider's script when it is first needed; rejects where it cannot be had, and the next call tries again. */
export function loadCheckout(url: string): Promise<Checkout> {
  loading ??= new Promise<Checkout>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (): void => {
      loading = null;
      script.remove();
      reject(new Error(`${url} could not be loaded`));
    };
    script.src = trustedCheckout(url);
    script.onerror = fail;
    script.onload = () => {
      const checkout = readCheckout();
      if (checkout === undefined) fail();
      else resolve(checkout);
    };
    document.head.append(script);
  });
  return loading;
}
