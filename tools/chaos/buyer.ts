import { setTimeout as delay } from 'node:timers/promises';
import type { HandOrderResponse } from '@vidhi/contracts/hand-orders.ts';
import type { PaymentLinkRow } from '@vidhi/contracts/payment-links.ts';
import type { ListBody, Wire } from '@vidhi/collections/all.ts';
import type { Exchange, ExchangeOptions } from '@vidhi/harness/http-exchange.ts';
import type { ChaosProduct } from './chaos-product.ts';
import type { Buyer } from './evidence.ts';
import { createJournal, type Journey, type JourneyEvent } from './journey.ts';
import { checkPurchases } from './purchase-checks.ts';
import { createStep, takeSteps } from './steps.ts';

/**
 * Money that goes back at the provider: in full before or after the order exists or is shipped, by part, by part before a cancellation,
 * or by a dispute that the bank ends for or against the buyer.
 */
export type MoneyEvent =
  | 'refunded-early'
  | 'refunded'
  | 'refunded-shipped'
  | 'part-refunded'
  | 'part-cancelled'
  | 'shop-refunded'
  | 'dispute-won'
  | 'dispute-lost';

/** Scenario of a purchase. */
export interface PurchasePlan {
  /** A cart, or staff who write the order down: with a payment link, or as paid to the shop itself. */
  origin: 'cart' | 'link' | 'hand';
  bookId: number;
  isCustomer: boolean;
  quantity: number;
  /** Copies that are put into the cart after the checkout, which must stay there. */
  addedLater: number;
  outcome: 'captured' | 'authorized' | 'failed';
  webhook: 'sent' | 'late' | 'lost' | 'doubled';
  /** Whether the browser reports the payment, or is closed before. */
  reports: boolean;
  /** Event after the first payment. */
  then:
    | 'nothing'
    | 'second-payment'
    | 'late-authorization'
    | 'cancellation'
    | 'corrected-address'
    /** Staff cancel the payment link before the payment. */
    | 'link-cancellation'
    | MoneyEvent;
  /** Number of refunds that the bank returns. */
  refundFailures: number;
}

export interface BuyerOptions {
  site: ChaosProduct;
  plan: PurchasePlan;
  number: number;
  /** Distinguishes the buyers of several runs against one site. */
  run: string;
  ended: AbortSignal;
}

export interface BuyerJourney extends Journey {
  buyer: Buyer;
}

type Json = Record<string, unknown>;

const LATE_MS = 3_000;
/** Long, as a machine that does other work restarts a killed service and Kafka's consumers in minutes. */
const SETTLE_MS = 600_000;
const AGAIN_MS = 500;
/** Less than any book costs, and more than the least refund. */
const PART_PAISE = 12_345;
const PASSWORD = 'shop-secret-of-buyers';

/** Returns an IP address of a private network (RFC 1918) for the n-th visitor. */
export const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

const parse = ({ body }: Exchange): Json => {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return {};
  }
};

const MONEY_EVENTS: readonly MoneyEvent[] = [
  'refunded-early',
  'refunded',
  'refunded-shipped',
  'part-refunded',
  'part-cancelled',
  'shop-refunded',
  'dispute-won',
  'dispute-lost',
];
const isMoneyEvent = (then: PurchasePlan['then']): then is MoneyEvent =>
  MONEY_EVENTS.some((event) => event === then);

/** The only error after which a purchase may end without an order. */
const NO_COPIES = 'not enough copies';

/** A guest or a customer who buys one title. */
export function createBuyer({ site, plan, number, run, ended }: BuyerOptions): BuyerJourney {
  const { events, note } = createJournal();
  const name = `buyer ${number}`;
  const batchId = `cart-of-${run}-${number}`.padEnd(24, '-');
  const email = `buyer-${number}.${run}@shop.example`;
  const { bookId, quantity, addedLater } = plan;
  const checkoutIds: string[] = [];
  let bearer: Record<string, string> = {};
  const buyer: Buyer = { name, owner: `guest:${batchId}`, email, bookId, inCart: 0, checkoutIds };

  const send = (path: string, options: ExchangeOptions = {}) =>
    site.site(path, {
      ...options,
      headers: { 'x-forwarded-for': addressOf(number), ...bearer, ...options.headers },
    });

  const step = createStep(note, ended);

  async function becomeCustomer(): Promise<void> {
    const body = { email, username: `buyer-${run}-${number}`, password: PASSWORD, first_name: 'Asha' };
    // After a lost response the account exists.
    const created = await step(
      'register',
      () => send('/api/auth/local/register', { method: 'POST', body }),
      [200, 400],
    );
    const session =
      created.status === 200
        ? created
        : await step(
            'log in',
            () =>
              send('/api/auth/local', { method: 'POST', body: { identifier: email, password: PASSWORD } }),
            [200],
          );
    const { jwt, user } = parse(session) as { jwt: string; user: { id: number } };
    bearer = { authorization: `Bearer ${jwt}` };
    buyer.owner = `user:${user.id}`;
  }

  async function readLine(): Promise<Wire<'cart'>> {
    const query = plan.isCustomer ? '' : `?filters[Batch_id][$eq]=${batchId}`;
    const response = await step('read cart', () => send(`/api/carts${query}`), [200]);
    const [line] = (JSON.parse(response.body) as ListBody<'cart'>).data;
    if (line === undefined) throw new Error('the cart is empty');
    return line;
  }

  async function setQuantity(target: number): Promise<void> {
    const { id, attributes } = await readLine();
    if (attributes.Quantity !== target) {
      const data = { Quantity: target, Batch_id: batchId };
      await step('set quantity', () => send(`/api/carts/${id}`, { method: 'PUT', body: { data } }), [200]);
    }
    buyer.inCart = target;
  }

  async function fillCart(): Promise<void> {
    const data = { catalog_books: bookId, Quantity: quantity, Batch_id: batchId };
    await step('add to cart', () => send('/api/carts', { method: 'POST', body: { data } }), [200]);
    // A repeated addition adds more.
    await setQuantity(quantity);
  }

  const addressAt = (street: string) => ({
    name: 'Asha Rao',
    phone: '9000000000',
    email,
    address: street,
    pincode: '411001',
    city: 'Pune',
    state: 'Maharashtra',
  });
  const ordered = {
    lines: [{ book_id: bookId, copies: quantity }],
    billingAddress: addressAt('1 MG Road'),
    sameAddress: true,
  };

  /** Sends a call of the desk. A lost response is repeated under its key; 409 is for copies that are not there. */
  async function writeDown<Row>(path: string, data: Json): Promise<Row> {
    const headers = {
      ...(await site.asAdministrator()),
      'idempotency-key': `${plan.origin}-of-${run}-${number}`,
    };
    const request = () => send(path, { method: 'POST', headers, body: { data } });
    const response = await step(`write down: ${path}`, request, [200, 409]);
    if (response.status === 409) throw new Error(NO_COPIES);
    return (JSON.parse(response.body) as { data: Row }).data;
  }

  /** Staff write an order down that they have been paid for. */
  async function orderByHand(): Promise<void> {
    const data = { ...ordered, channel: 'phone', method: 'cash', handed_over: false, email };
    const { id } = await writeDown<HandOrderResponse['data']>('/api/purchases', data);
    const end = Date.now() + SETTLE_MS;
    for (; Date.now() < end && !ended.aborted; await delay(AGAIN_MS)) {
      const [purchase] = await site.databases
        .read<{ checkoutId: string }>('cart_orders', 'purchases', { _id: id })
        .catch(() => []);
      if (purchase !== undefined) return void checkoutIds.push(purchase.checkoutId);
    }
    throw new Error(`the order ${id} that was written down is not stored`);
  }

  /** Staff write an order down, and its buyer begins to pay. */
  async function checkOutLink(): Promise<{ orderId: string; linkId: string }> {
    const data = { ...ordered, channel: 'phone', days: 7, mail: true };
    const { id, path } = await writeDown<PaymentLinkRow>('/api/payment-links', data);
    const key = new URL(path, 'http://site').searchParams.get('key');
    const orderId = await requestCheckout({ payment_link: id, key });
    return { orderId, linkId: id };
  }

  async function cancelLink(linkId: string): Promise<void> {
    const headers = await site.asAdministrator();
    const path = `/api/payment-links/${linkId}/cancel`;
    await step('cancel the link', () => send(path, { method: 'POST', headers, body: {} }), [200]);
  }

  const checkOut = (street = '1 MG Road'): Promise<string> =>
    requestCheckout({ receipt: batchId, billingAddress: addressAt(street), sameAddress: true });

  async function requestCheckout(body: Json): Promise<string> {
    const response = await step(
      'check out',
      () => send('/api/payment/checkout', { method: 'POST', body }),
      [200, 409],
    );
    if (response.status === 409) throw new Error(NO_COPIES);
    const { id, checkout_id } = parse(response);
    checkoutIds.push(String(checkout_id));
    note(`checkout ${String(checkout_id)}, order ${String(id)}`);
    return String(id);
  }

  async function pay(order_id: string, fields: Json = {}): Promise<Json> {
    const { outcome, webhook } = plan;
    const refund_failures = plan.refundFailures;
    const body = { order_id, outcome, webhook, late_ms: LATE_MS, refund_failures, ...fields };
    const pays = () => site.provider('/control/pay', { method: 'POST', body });
    return parse(await step(`pay, ${outcome}, webhook ${webhook}`, pays, [200, 400]));
  }

  async function report(confirmation: Json): Promise<void> {
    const verify = () => send('/api/payment/verify', { method: 'POST', body: confirmation });
    if (confirmation['razorpay_payment_id'] !== undefined) await step('verify', verify, [200, 409]);
  }

  async function purchaseOf(): Promise<{ lines: { id: number }[] } | undefined> {
    const found = await site.databases
      .read<{ lines: { id: number }[]; documentsDue?: true }>('cart_orders', 'purchases', {
        checkoutId: checkoutIds[0],
      })
      .catch(() => []);
    return found.find(({ documentsDue }) => documentsDue !== true);
  }

  async function untilPurchased(): Promise<{ id: number }> {
    const end = Date.now() + SETTLE_MS;
    let purchase = await purchaseOf();
    for (; purchase === undefined && Date.now() < end && !ended.aborted; purchase = await purchaseOf())
      await delay(AGAIN_MS);
    const [line] = purchase?.lines ?? [];
    if (line === undefined) throw new Error('there is no order');
    return line;
  }

  /** Acts on the payment in the provider's dashboard; without an amount on all that is left. */
  async function inDashboard(confirmation: Json, act: 'refund' | 'dispute', amount?: number): Promise<Json> {
    const path = `/control/payments/${String(confirmation['razorpay_payment_id'])}/${act}`;
    const body = { webhook: plan.webhook, late_ms: LATE_MS, ...(amount === undefined ? {} : { amount }) };
    const request = () => site.provider(path, { method: 'POST', body });
    // 400: it was done, and the response was lost.
    return parse(await step(`${act} in the dashboard of ${amount ?? 'everything'}`, request, [200, 400]));
  }

  async function returnMoney(confirmation: Json, event: MoneyEvent): Promise<void> {
    if (event !== 'refunded-early') await untilPurchased();
    if (event === 'refunded-shipped') await ship();
    if (event === 'shop-refunded') await refundByShop();
    else if (event.startsWith('refunded')) await inDashboard(confirmation, 'refund');
    else if (event === 'part-refunded' || event === 'part-cancelled') {
      await inDashboard(confirmation, 'refund', PART_PAISE);
      if (event === 'part-cancelled') await cancel();
    } else {
      const { id } = await inDashboard(confirmation, 'dispute', PART_PAISE);
      const body = {
        status: event === 'dispute-lost' ? 'lost' : 'won',
        webhook: plan.webhook,
        late_ms: LATE_MS,
      };
      const end = () => site.provider(`/control/disputes/${String(id)}`, { method: 'POST', body });
      await step(`end the dispute: ${body.status}`, end, [200, 400]);
    }
  }

  async function ship(): Promise<void> {
    const { id } = await untilPurchased();
    const headers = await site.asAdministrator();
    const body = { data: { shipping_date: new Date().toISOString().slice(0, 10) } };
    // 409: no copy was left, so that the order is cancelled.
    await step('ship', () => send(`/api/orders/${id}`, { method: 'PUT', headers, body }), [200, 409]);
  }

  /** Refunds a part from the desk of the shop, with copies that come back. A lost response is repeated under its key. */
  async function refundByShop(): Promise<void> {
    const { id: line } = await untilPurchased();
    const [purchase] = await site.databases.read<{ _id: string }>('cart_orders', 'purchases', {
      checkoutId: checkoutIds[0],
    });
    const headers = { ...(await site.asAdministrator()), 'idempotency-key': `refund-of-${run}-${number}` };
    const data = { lines: [{ id: line, copies: 1 }], reason: 'damaged', restock: true };
    const path = `/api/purchases/${String(purchase?._id)}/refunds`;
    // 409: no copy was left, so that the order is cancelled.
    await step('refund', () => send(path, { method: 'POST', headers, body: { data } }), [200, 409]);
  }

  async function cancel(): Promise<void> {
    const line = await untilPurchased();
    const headers = await site.asAdministrator();
    const body = { data: { status: 'CANCELLED' } };
    await step('cancel', () => send(`/api/orders/${line.id}`, { method: 'PUT', headers, body }), [200]);
  }

  /** Does what precedes the payment. Resolves with the order at the provider. */
  async function order(): Promise<string> {
    if (plan.origin === 'link') {
      const { orderId, linkId } = await checkOutLink();
      if (plan.then === 'link-cancellation') await cancelLink(linkId);
      return orderId;
    }
    if (plan.isCustomer) await becomeCustomer();
    await fillCart();
    return checkOut();
  }

  async function walk(): Promise<void> {
    if (plan.origin === 'hand') {
      await orderByHand();
      if (plan.then === 'cancellation') await cancel();
      return;
    }
    const orderId = await order();
    const correctedId = plan.then === 'corrected-address' ? await checkOut('2 MG Road') : null;
    if (addedLater > 0) await setQuantity(quantity + addedLater);
    const confirmation = await pay(orderId);
    if (plan.then === 'refunded-early') await returnMoney(confirmation, plan.then);
    if (plan.reports) await report(confirmation);
    if (plan.then === 'second-payment') {
      const second = await pay(orderId, { force: true });
      await report(second);
    }
    if (correctedId !== null) await report(await pay(correctedId));
    if (plan.then === 'late-authorization') {
      const path = `/control/payments/${String(confirmation['razorpay_payment_id'])}/authorize`;
      const authorize = () => site.provider(path, { method: 'POST', body: { webhook: plan.webhook } });
      await step('authorize late', authorize, [200, 400]);
    }
    if (plan.then === 'cancellation') await cancel();
    else if (isMoneyEvent(plan.then) && plan.then !== 'refunded-early')
      await returnMoney(confirmation, plan.then);
  }

  return {
    name,
    events,
    async run() {
      const problem = await takeSteps(walk, note);
      return problem === NO_COPIES ? null : problem;
    },
    check: async (reader) => checkPurchases(await reader.readPurchases([buyer])),
    async readHistory(reader) {
      const { checkouts, purchases, mails, payments } = await reader.readPurchases([buyer]);
      const dated = (at: Date, text: string): JourneyEvent => ({ at, text });
      return [
        ...checkouts.flatMap(({ _id, history }) =>
          history.map(({ to, by, at }) => dated(at, `payments: ${_id} ${to} by ${by}`)),
        ),
        ...payments.map(({ id, status }) => dated(new Date(), `provider now: ${id} ${status}`)),
        ...purchases.map(({ _id, createdAt, status }) =>
          dated(createdAt, `cart-orders: ${_id} stored, now ${status}`),
        ),
        ...mails.map(({ template, state, endedAt }) =>
          dated(endedAt ?? new Date(), `notify: ${template} ${state}`),
        ),
      ];
    },
    buyer,
  };
}
