import type { Address } from './purchases.ts';

/** Response of `POST /api/payment/checkout` and `/api/payment/order`: an order of the card provider. */
export interface CheckoutOrder {
  id: string;
  /** In paise. */
  amount: number;
  currency: string;
  /** Seconds since 1970, as is `orderdate`. */
  created_at: number;
  razorpay_order_id: string;
  orderdate: number;
  name: string | null;
  email: string | null;
  /** Prices in rupees. */
  cart: { id: number; Title: string; Price: number; Quantity: number }[];
  billingAddress: Address | null;
  shippingAddress: Address | null;
  /** Id by which the purchase can be followed. */
  checkout_id: string;
  /** Key of the link to the purchase. Absent in responses of older releases. */
  status_key?: string;
  /** Public key of the shop at the provider. */
  key: string;
}
