import Razorpay from 'razorpay';
import { Type, type TSchema, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { errorOf, openSdkTransport } from './sdk-transport.ts';
import { ProviderRejectedError, ProviderUnavailableError, type Provider } from './provider.ts';

export interface RazorpayOptions {
  baseUrl: string;
  keyId: string;
  keySecret: string;
  timeoutMs: number;
}

const NullableText = Type.Union([Type.String(), Type.Null()]);
const NullablePaise = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);
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
  fee: Type.Optional(NullablePaise),
  tax: Type.Optional(NullablePaise),
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

/**
 * Resolves with the response of a call of the SDK. Rejects with the errors of `provider.ts` alone.
 * @param isDone whether a success in another form may have moved money all the same: then it is unknown, and no rejection
 */
async function checked<Schema extends TSchema>(
  schema: Schema,
  call: () => Promise<unknown>,
  isDone = false,
): Promise<Static<Schema>> {
  let body: unknown;
  try {
    body = await call();
  } catch (failure) {
    throw errorOf(failure);
  }
  if (!Value.Check(schema, body)) {
    const message = 'a response has another form';
    throw isDone ? new ProviderUnavailableError(message) : new ProviderRejectedError(message);
  }
  return body;
}

/** Reads every page of a list. */
async function readAll<Item extends TSchema>(
  item: Item,
  readPage: (page: { count: number; skip: number }) => Promise<unknown>,
): Promise<Static<Item>[]> {
  const all: Static<Item>[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items } = await checked(listOf(item), () =>
      readPage({ count: PAGE_SIZE, skip: page * PAGE_SIZE }),
    );
    all.push(...items);
    if (items.length < PAGE_SIZE) break;
  }
  return all;
}

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000);
const ID = /^[\w-]{1,64}$/;

/** Throws for an id that would change the path of a request: the SDK does not encode ids, and browsers send those of payments. */
function idIn(id: string): string {
  if (!ID.test(id)) throw new Error('no id of the provider has this form');
  return id;
}

/** Razorpay's API through its SDK, whose transport is mended where it would lose money (`sdk-transport.ts`). */
export function createRazorpay({ baseUrl, keyId, keySecret, timeoutMs }: RazorpayOptions): Provider {
  const sdk = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const transport = openSdkTransport(sdk, { baseUrl, timeoutMs });
  const { orders, payments, refunds, disputes, api } = sdk;
  return {
    createOrder: ({ amountPaise: amount, receipt, notes }) => {
      const order = { amount, currency: 'INR', receipt, unique_receipt: true, notes };
      return checked(Order, () => orders.create(order));
    },
    findPayment: (paymentId) => checked(Payment, () => payments.fetch(idIn(paymentId))),
    // `orders.fetchPayments` has no parameter for the size of the page, which is 10 by default.
    listPayments: async (orderId) =>
      (
        await checked(listOf(Payment), () =>
          api.get({ url: `/orders/${idIn(orderId)}/payments`, data: { count: PAGE_SIZE } }),
        )
      ).items,
    listPaymentsSince: (date) => readAll(Payment, (page) => payments.all({ from: secondsOf(date), ...page })),
    listRefunds: (paymentId) =>
      readAll(Refund, (page) => payments.fetchMultipleRefund(idIn(paymentId), page)),
    listRefundsSince: (date) => readAll(Refund, (page) => refunds.all({ from: secondsOf(date), ...page })),
    findDispute: (disputeId) => checked(Dispute, () => disputes.fetch(idIn(disputeId))),
    // `disputes.all` drops `from`.
    listDisputesSince: (date) =>
      readAll(Dispute, (page) => api.get({ url: '/disputes', data: { from: secondsOf(date), ...page } })),
    findReceipt: async (orderId) => (await checked(Receipt, () => orders.fetch(idIn(orderId)))).receipt,
    capture: ({ id, amount, currency }) =>
      checked(Payment, () => payments.capture(idIn(id), amount, currency)),
    // `payments.refund` has no parameter for headers: without this one, a repeated request is a second refund.
    refund: (paymentId, amount, key) =>
      checked(
        Refund,
        () =>
          transport.post(
            `/v1/payments/${idIn(paymentId)}/refund`,
            { amount },
            { 'x-refund-idempotency': key },
          ),
        true,
      ),
  };
}
