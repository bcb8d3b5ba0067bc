import { setTimeout as delay } from 'node:timers/promises';
import type { AccountResponse, SessionResponse } from '@vidhi/contracts/account-responses.ts';
import type { CheckoutOrder } from '@vidhi/contracts/checkout-order.ts';
import { DEMO_STAFF } from '@vidhi/local/demo-staff.mjs';
import { razorpayCredentials, withDatabase } from '@vidhi/local/services.mjs';
import { createClient, type Client, type Exchange } from '@vidhi/harness/http-exchange.ts';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import type { Product } from '../product.ts';
import { registrationBody } from '../registration-body.ts';

type Json = Record<string, unknown>;

/** Actions of the causes of alerts on the shop: purchases, registrations, and changes of stored documents. */
export interface Shop {
  site: Client;
  inbox: Client;
  provider: Client;
  /** Reads and writes the database of a service, past the proxy. */
  withDatabaseOf<Result>(
    service: string,
    use: (connection: Awaited<ReturnType<typeof connectMongo>>) => Promise<Result>,
  ): Promise<Result>;
  /** Creates a guest's checkout; resolves with its ids. */
  checkOut(): Promise<{ orderId: string; checkoutId: string }>;
  pay(orderId: string, fields?: Json): Promise<void>;
  /** Cancels the order of a checkout as staff, once the order exists. */
  cancelOrder(checkoutId: string): Promise<void>;
  /** Pays an order of the provider that the site has not made. */
  payForeignOrder(): Promise<void>;
  /** Registers a customer; resolves with the id of the account. */
  register(): Promise<number>;
  /** Publishes a post as an editor. */
  publishPost(): Promise<void>;
  close(): void;
}

const REQUEST_MS = 15_000;
const PATIENCE_MS = 120_000;
const AGAIN_MS = 250;
const BOOK = 1;
const ADDRESS = {
  name: 'Asha Rao',
  phone: '9000000000',
  email: 'alerts@shop.example',
  address: '1 MG Road',
  pincode: '411001',
};

const bodyOf = <Body = Json>({ path, status, body, error }: Exchange, expected: readonly number[]): Body => {
  if (status === null || !expected.includes(status))
    throw new Error(`${path}: ${status ?? error} ${body.slice(0, 200)}`);
  return JSON.parse(body === '' ? '{}' : body) as Body;
};

export async function openShop(product: Product, ended: AbortSignal): Promise<Shop> {
  const { gateway, mailInbox, publicUrl, serviceToken } = {
    ...product.addresses(),
    gateway: product.gateway(),
  };
  const site = createClient(gateway, REQUEST_MS);
  const inbox = createClient(mailInbox, REQUEST_MS);
  const provider = createClient(product.paymentSandbox(), REQUEST_MS);
  const run = Date.now().toString(36);
  let number = 0;

  async function until<Found>(find: () => Promise<Found | null>, what: string): Promise<Found> {
    for (const end = Date.now() + PATIENCE_MS; !ended.aborted; await delay(AGAIN_MS)) {
      const found = await find();
      if (found !== null) return found;
      if (Date.now() > end) break;
    }
    throw new Error(`not in time: ${what}`);
  }

  const post = (path: string, body: Json, headers: Record<string, string> = {}): Promise<Exchange> =>
    site(path, { method: 'POST', body, headers });

  async function staff(role: string): Promise<Record<string, string>> {
    const account = DEMO_STAFF.find((each) => each.role === role);
    const body = { identifier: account?.email, password: account?.password };
    const { jwt } = bodyOf<SessionResponse>(await post('/api/auth/local', body), [200]);
    return { authorization: `Bearer ${jwt}` };
  }

  async function addToCart(batchId: string): Promise<Exchange> {
    return post('/api/carts', { data: { catalog_books: BOOK, Quantity: 1, Batch_id: batchId } });
  }

  const shop: Shop = {
    site,
    inbox,
    provider,
    async withDatabaseOf(service, use) {
      const url = withDatabase(product.engineUrl('mongo'), `vidhi_${service}`);
      const connection = await connectMongo(url);
      return use(connection).finally(() => connection.close());
    },
    async checkOut() {
      number += 1;
      const receipt = `alerts-${run}-${number}`.padEnd(24, '-');
      bodyOf(await addToCart(receipt), [200]);
      const order = { receipt, billingAddress: ADDRESS, sameAddress: true };
      const made = bodyOf<CheckoutOrder>(await post('/api/payment/checkout', order), [200]);
      return { orderId: made.id, checkoutId: made.checkout_id };
    },
    async pay(order_id, fields = {}) {
      const body = { order_id, outcome: 'captured', method: 'card', ...fields };
      bodyOf(await provider('/control/pay', { method: 'POST', body }), [200]);
    },
    async cancelOrder(checkoutId) {
      const lineId = await until(
        () =>
          shop.withDatabaseOf('cart_orders', async (connection) => {
            type Purchase = { lines?: { id: number }[]; documentsDue?: true };
            const found = await connection.collection<Purchase>('purchases').findOne({ checkoutId });
            return found?.documentsDue === true ? null : (found?.lines?.[0]?.id ?? null);
          }),
        'the order of a paid checkout',
      );
      const headers = await staff('administrator');
      const body = { data: { status: 'CANCELLED' } };
      bodyOf(await site(`/api/orders/${lineId}`, { method: 'PUT', headers, body }), [200]);
    },
    async payForeignOrder() {
      const { RAZORPAY_KEY_ID: id, RAZORPAY_KEY_SECRET: secret } = razorpayCredentials({ serviceToken });
      const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
      const body = { amount: 50_000, currency: 'INR', receipt: `foreign-${run}` };
      const made = await provider('/v1/orders', { method: 'POST', headers: { authorization }, body });
      await shop.pay(bodyOf<{ id: string }>(made, [200]).id);
    },
    async register() {
      number += 1;
      const name = `alerts-${run}-${number}`;
      const body = registrationBody(`${name}@law.example`, name);
      const made = await post('/api/users', body, { origin: new URL(publicUrl).origin });
      return bodyOf<AccountResponse>(made, [201]).id;
    },
    async publishPost() {
      number += 1;
      const slug = `alerts-${run}-${number}`;
      const data = {
        title: slug,
        slug,
        content: `<p>${slug}</p>`,
        publish_date: new Date().toISOString(),
      };
      bodyOf(await post('/api/posts', { data }, await staff('editor')), [200]);
    },
    close() {
      for (const each of [site, inbox, provider]) each.close();
    },
  };
  try {
    const book = { id: BOOK, Title: 'Book 1', Price: 500, discount: null };
    await product.importParts([{ service: 'catalog', type: 'book', items: [book] }]);
    await until(
      async () => ((await addToCart(`nobody-${run}`.padEnd(24, '-'))).status === 200 ? true : null),
      'a book',
    );
  } catch (error) {
    shop.close();
    throw error;
  }
  return shop;
}
