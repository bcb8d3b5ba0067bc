import { Value } from 'typebox/value';
import { PaidCheckout } from '@vidhi/contracts/purchases.ts';
import { PartRefundResponse, type PartRefundRequest } from '@vidhi/contracts/shop-refunds.ts';

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
  async function get(path: string): Promise<PaidCheckout | null> {
    const response = await fetch(`${paymentsUrl}${path}`, {
      headers: { 'x-service-token': serviceToken },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`payments responded ${response.status}`);
    return Value.Parse(PaidCheckout, await response.json());
  }
  async function post(checkoutId: string, call: string, body?: object): Promise<unknown> {
    const response = await fetch(
      `${paymentsUrl}/internal/checkouts/${encodeURIComponent(checkoutId)}/${call}`,
      {
        method: 'POST',
        headers: {
          'x-service-token': serviceToken,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    );
    if (response.ok) return response.json();
    await response.body?.cancel();
    throw new Error(`payments responded ${response.status} to ${call}`);
  }
  return {
    findPaid: (checkoutId) => get(`/internal/checkouts/${encodeURIComponent(checkoutId)}`),
    refund: async (checkoutId) => void (await post(checkoutId, 'refund')),
    refundPart: async (checkoutId, refund) =>
      Value.Parse(PartRefundResponse, await post(checkoutId, 'part-refunds', refund)),
    returnsKnown: async (checkoutId, rev) => void (await post(checkoutId, 'returns-known', { rev })),
    findByPayment: (paymentId) => get(`/internal/payments/${encodeURIComponent(paymentId)}/checkout`),
  };
}
