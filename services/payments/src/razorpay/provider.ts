/** A payment as the provider knows it. Amounts are paise. */
export interface ProviderPayment {
  id: string;
  order_id: string | null;
  amount: number;
  currency: string;
  status: string;
  method: string | null;
  /** Whether it was captured, also of a payment that was refunded since then. */
  captured: boolean;
  /** Refunds of any origin, including those that the bank has not ended. */
  amount_refunded: number;
  /** Fee with the tax on it, and this tax; null or absent before the capture. */
  fee?: number | null | undefined;
  tax?: number | null | undefined;
}

export interface ProviderRefund {
  id: string;
  payment_id: string;
  amount: number;
  /** `pending`, `processed` or `failed`. */
  status: string;
}

export interface ProviderDispute {
  id: string;
  payment_id: string;
  amount: number;
  /** 0 unless it is lost. */
  amount_deducted: number;
  /** `open`, `under_review`, `won`, `lost` or `closed`. */
  status: string;
}

/** Returns whether the money arrived, whatever became of it since then. */
export const wasCaptured = ({ status, captured }: Pick<ProviderPayment, 'status' | 'captured'>): boolean =>
  status === 'captured' || (status === 'refunded' && captured);

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
  /** The refunds of a payment, made by whomever. */
  listRefunds(paymentId: string): Promise<ProviderRefund[]>;
  /** All refunds that were requested since then, of all payments. */
  listRefundsSince(since: Date): Promise<ProviderRefund[]>;
  findDispute(disputeId: string): Promise<ProviderDispute>;
  /** All disputes that were raised since then. The provider has no list of those of a payment. */
  listDisputesSince(since: Date): Promise<ProviderDispute[]>;
}
