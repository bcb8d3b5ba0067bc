import { Type, type TSchema, type Static } from 'typebox';
import { Value } from 'typebox/value';
import {
  ProviderRejectedError,
  ProviderThrottledError,
  ProviderUnavailableError,
  type Provider,
  type ProviderPayment,
} from './provider.ts';

export interface RazorpayOptions {
  baseUrl: string;
  keyId: string;
  keySecret: string;
  timeoutMs: number;
}

const NullableText = Type.Union([Type.String(), Type.Null()]);
const Order = Type.Object({ id: Type.String() });
const Receipt = Type.Object({ receipt: NullableText });
const Payment = Type.Object({
  id: Type.String(),
  order_id: NullableText,
  amount: Type.Integer(),
  currency: Type.String(),
  status: Type.String(),
  method: NullableText,
});
const Payments = Type.Object({ items: Type.Array(Payment) });
const Refund = Type.Object({ id: Type.String(), status: Type.String() });

/** Largest page of a list, and most pages of one: more payments than that are not made within days. */
const PAGE_SIZE = 100;
const MAX_PAGES = 10_000;

/** Razorpay's API. The official client sends neither a time-out nor the idempotency header of refunds. */
export function createRazorpay({ baseUrl, keyId, keySecret, timeoutMs }: RazorpayOptions): Provider {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function call<Schema extends TSchema>(
    schema: Schema,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Static<Schema>> {
    let response: Response;
    let json: unknown;
    try {
      response = await fetch(new URL(path, baseUrl), {
        method,
        headers: {
          authorization,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      json = await response.json();
    } catch (cause) {
      throw new ProviderUnavailableError(`${method} ${path} had no answer`, { cause });
    }
    if (response.status === 429) throw new ProviderThrottledError(`${method} ${path} responded 429`);
    // 409: the same refund is being made by another request.
    if (response.status >= 500 || response.status === 409)
      throw new ProviderUnavailableError(`${method} ${path} responded ${response.status}`);
    if (!response.ok || !Value.Check(schema, json))
      throw new ProviderRejectedError(`${method} ${path} responded ${response.status}`);
    return json;
  }

  const idIn = (id: string): string => encodeURIComponent(id);
  return {
    createOrder: ({ amountPaise, receipt, notes }) =>
      call(Order, 'POST', '/v1/orders', {
        amount: amountPaise,
        currency: 'INR',
        receipt,
        unique_receipt: true,
        notes,
      }),
    findPayment: (paymentId) => call(Payment, 'GET', `/v1/payments/${idIn(paymentId)}`),
    listPayments: async (orderId) =>
      (await call(Payments, 'GET', `/v1/orders/${idIn(orderId)}/payments?count=100`)).items,
    async listPaymentsSince(since) {
      const from = Math.floor(since.getTime() / 1_000);
      const payments: ProviderPayment[] = [];
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const query = `from=${from}&count=${PAGE_SIZE}&skip=${page * PAGE_SIZE}`;
        const { items } = await call(Payments, 'GET', `/v1/payments?${query}`);
        payments.push(...items);
        if (items.length < PAGE_SIZE) break;
      }
      return payments;
    },
    findReceipt: async (orderId) => (await call(Receipt, 'GET', `/v1/orders/${idIn(orderId)}`)).receipt,
    capture: ({ id, amount, currency }) =>
      call(Payment, 'POST', `/v1/payments/${idIn(id)}/capture`, { amount, currency }),
    findRefund: (refundId) => call(Refund, 'GET', `/v1/refunds/${idIn(refundId)}`),
    refund: (paymentId, amountPaise, key) =>
      call(
        Refund,
        'POST',
        `/v1/payments/${idIn(paymentId)}/refund`,
        { amount: amountPaise },
        {
          'x-refund-idempotency': key,
        },
      ),
  };
}
