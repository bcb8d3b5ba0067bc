/** A payment as the provider knows it. Amounts are paise. */
export interface ProviderPayment {
  id: string;
  order_id: string | null;
  amount: number;
  currency: string;
  status: string;
  method: string | null;
}

export interface ProviderRefund {
  id: string;
  /** `pending`, `processed` or `failed`. */
  status: string;
}

/** The provider did not respond, or not in time: whether the call had an effect is unknown. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError';
}

/** The provider rejected the call because there were too many. */
export class ProviderThrottledError extends ProviderUnavailableError {
  override name = 'ProviderThrottledError';
}

/** The provider rejected the call: repeating it does not help. */
export class ProviderRejectedError extends Error {
  override name = 'ProviderRejectedError';
}

/** The card provider. Calls reject with one of the two errors above. */
export interface Provider {
  /** Creates the order of a checkout; returns the same one when the receipt has one. */
  createOrder(order: {
    amountPaise: number;
    receipt: string;
    notes: Readonly<Record<string, string>>;
  }): Promise<{ id: string }>;
  findPayment(paymentId: string): Promise<ProviderPayment>;
  listPayments(orderId: string): Promise<ProviderPayment[]>;
  /** All payments since then, of all orders. */
  listPaymentsSince(since: Date): Promise<ProviderPayment[]>;
  /** The receipt of an order, which is the id of a checkout. */
  findReceipt(orderId: string): Promise<string | null>;
  capture(payment: Pick<ProviderPayment, 'id' | 'amount' | 'currency'>): Promise<ProviderPayment>;
  /** Refunds once for each key. The bank may still return it: `pending` is not the end. */
  refund(paymentId: string, amountPaise: number, key: string): Promise<ProviderRefund>;
  findRefund(refundId: string): Promise<ProviderRefund>;
}
