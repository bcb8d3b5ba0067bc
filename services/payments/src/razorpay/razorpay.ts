import { Type, type TSchema, type Static } from 'typebox';
import { Value } from 'typebox/value';
import {
  ProviderRejectedError,
  ProviderThrottledError,
  ProviderUnavailableError,
  type Provider,
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
  captured: Type.Boolean(),
  amount_refunded: Type.Integer({ minimum: 0 }),
});
const Refund = Type.Object({
  id: Type.String(),
  payment_id: Type.String(),
  amount: Type.Integer(),
  status: Type.String(),
});
const Dispute = Type.Object({
  id: Type.String(),
  payment_id: Type.String(),
  amount: Type.Integer(),
  amount_deducted: Type.Integer(),
  status: Type.String(),
});
const listOf = <Item extends TSchema>(item: Item) => Type.Object({ items: Type.Array(item) });

/** Largest page of a list, and most pages of one: more entities than that are not made within days. */
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

  /** Reads every page of a list. `path` ends with a query. */
  async function readAll<Item extends TSchema>(item: Item, path: string): Promise<Static<Item>[]> {
    const all: Static<Item>[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { items } = await call(
        listOf(item),
        'GET',
        `${path}&count=${PAGE_SIZE}&skip=${page * PAGE_SIZE}`,
      );
      all.push(...items);
      if (items.length < PAGE_SIZE) break;
    }
    return all;
  }
  const since = (date: Date): string => `from=${Math.floor(date.getTime() / 1_000)}`;

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
      (await call(listOf(Payment), 'GET', `/v1/orders/${idIn(orderId)}/payments?count=100`)).items,
    listPaymentsSince: (date) => readAll(Payment, `/v1/payments?${since(date)}`),
    listRefunds: (paymentId) => readAll(Refund, `/v1/payments/${idIn(paymentId)}/refunds?`),
    listRefundsSince: (date) => readAll(Refund, `/v1/refunds?${since(date)}`),
    findDispute: (disputeId) => call(Dispute, 'GET', `/v1/disputes/${idIn(disputeId)}`),
    listDisputesSince: (date) => readAll(Dispute, `/v1/disputes?${since(date)}`),
    findReceipt: async (orderId) => (await call(Receipt, 'GET', `/v1/orders/${idIn(orderId)}`)).receipt,
    capture: ({ id, amount, currency }) =>
      call(Payment, 'POST', `/v1/payments/${idIn(id)}/capture`, { amount, currency }),
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
