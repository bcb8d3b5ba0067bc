import { PaidCheckout } from '@vidhi/contracts/purchases.ts';
import { PartRefundResponse, type PartRefundRequest } from '@vidhi/contracts/shop-refunds.ts';
import { createServiceClient, servicePath } from '@vidhi/service-kit/service-client.ts';

const TIMEOUT_MS = 3_000;

export interface PaymentsClient {
  findPaid(checkoutId: string): Promise<PaidCheckout | null>;
  findByPayment(paymentId: string): Promise<PaidCheckout | null>;
  /** Makes the refund of a checkout due; may be repeated. */
  refund(checkoutId: string): Promise<void>;
  /** Asks for the refund of a part, and how far it is; may be repeated. */
  refundPart(checkoutId: string, refund: PartRefundRequest): Promise<PartRefundResponse>;
  /** Acknowledges that the purchase knows what went back up to this revision; may be repeated. */
  returnsKnown(checkoutId: string, rev: number): Promise<void>;
}

/**
 * Creates a client that fetches paid checkouts from payments: addresses are not on topics. Rejects when payments does not
 * respond.
 */
export function createPaymentsClient(paymentsUrl: string, serviceToken: string): PaymentsClient {
  const payments = createServiceClient({ url: paymentsUrl, serviceToken, timeoutMs: TIMEOUT_MS });
  return {
    findPaid: (id) => payments.find(servicePath`/internal/checkouts/${id}`, PaidCheckout),
    findByPayment: (id) => payments.find(servicePath`/internal/payments/${id}/checkout`, PaidCheckout),
    refund: (id) => payments.send(servicePath`/internal/checkouts/${id}/refund`),
    refundPart: (id, refund) =>
      payments.post(servicePath`/internal/checkouts/${id}/part-refunds`, PartRefundResponse, refund),
    returnsKnown: (id, rev) => payments.send(servicePath`/internal/checkouts/${id}/returns-known`, { rev }),
  };
}
