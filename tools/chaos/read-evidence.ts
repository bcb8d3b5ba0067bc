import { razorpayCredentials } from '@vidhi/local/services.mjs';
import type { ChaosProduct } from './chaos-product.ts';
import type {
  Buyer,
  InboxMail,
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
  PurchaseEvidence,
  Registrant,
  RegistrationEvidence,
  ShopEvidence,
  StoredAccount,
  StoredCheckout,
  StoredLink,
  StoredMail,
  StoredProfile,
  StoredPurchase,
  StoredSeries,
  StoredStock,
} from './evidence.ts';

const PAGE = 100;
const MAX_PAGES = 1_000;

/** Reads the data that the checks examine. Rejects while a database, the provider or the inbox does not respond. */
export interface EvidenceReader {
  /** Reads the evidence of these buyers only. */
  readPurchases(buyers: readonly Buyer[]): Promise<PurchaseEvidence>;
  /** Reads the evidence of all purchases, with the actions of these buyers. */
  readAllPurchases(buyers: readonly Buyer[]): Promise<PurchaseEvidence>;
  readShop(): Promise<ShopEvidence>;
  readRegistrations(registrants: readonly Registrant[]): Promise<RegistrationEvidence>;
}

export function createEvidenceReader(site: ChaosProduct): EvidenceReader {
  const { databases, provider, inbox, product } = site;
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET } = razorpayCredentials(product.addresses());
  const credentials = Buffer.from(`${RAZORPAY_KEY_ID}:${RAZORPAY_KEY_SECRET}`).toString('base64');

  async function getJson(client: typeof inbox, path: string, headers: Record<string, string> = {}) {
    const { status, body, error } = await client(path, { headers });
    if (status !== 200) throw new Error(`${path}: ${error ?? status}`);
    return JSON.parse(body) as unknown;
  }

  async function listAtProvider<Entity>(path: string): Promise<Entity[]> {
    const all: Entity[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = `${path}?count=${PAGE}&skip=${page * PAGE}`;
      const { items } = (await getJson(provider, query, { authorization: `Basic ${credentials}` })) as {
        items: Entity[];
      };
      all.push(...items);
      if (items.length < PAGE) break;
    }
    return all;
  }

  const readInbox = async (to: string): Promise<InboxMail[]> =>
    (await getJson(inbox, `/messages?to=${encodeURIComponent(to)}`)) as InboxMail[];
  const readWholeInbox = async (): Promise<InboxMail[]> =>
    (await getJson(inbox, '/summaries')) as InboxMail[];

  /** Resolves with the mails of the inbox that rows of the ledger name, found one by one. */
  async function readReceived(mails: readonly StoredMail[]): Promise<InboxMail[]> {
    const received: InboxMail[] = [];
    for (const { messageId, template } of mails) {
      const { status, body } = await inbox(`/messages/${encodeURIComponent(messageId)}`);
      if (status !== 200 && status !== 404) throw new Error(`the inbox responds ${status}`);
      const count = status === 404 ? 0 : (JSON.parse(body) as { count: number }).count;
      for (let n = 0; n < count; n += 1) received.push({ messageId, to: '', subject: template });
    }
    return received;
  }

  const readMails = (filter: object): Promise<StoredMail[]> => databases.read('notify', 'mails', filter);
  const cartOf = (buyers: readonly Buyer[]) =>
    databases.read<{ owner: string; bookId: number; quantity: number }>('cart_orders', 'cart_lines', {
      owner: { $in: buyers.map(({ owner }) => owner) },
    });

  return {
    async readPurchases(buyers) {
      const ids = buyers.flatMap(({ checkoutIds }) => checkoutIds);
      const checkouts = await databases.read<StoredCheckout>('payments', 'checkouts', { _id: { $in: ids } });
      const purchases = await databases.read<StoredPurchase>('cart_orders', 'purchases', {
        checkoutId: { $in: ids },
      });
      const payments: ProviderPayment[] = [];
      const refunds: ProviderRefund[] = [];
      for (const { providerOrderId } of checkouts) {
        if (providerOrderId === undefined) continue;
        const found = await listAtProvider<ProviderPayment>(`/v1/orders/${providerOrderId}/payments`);
        payments.push(...found);
        for (const { id } of found)
          refunds.push(...(await listAtProvider<ProviderRefund>(`/v1/payments/${id}/refunds`)));
      }
      const paidBy = new Set(payments.map(({ id }) => id));
      const disputes = (await listAtProvider<ProviderDispute>('/v1/disputes')).filter(({ payment_id }) =>
        paidBy.has(payment_id),
      );
      const events = purchases.flatMap(({ outbox = [] }) => outbox);
      const mails = await readMails({ eventId: { $in: events.map(({ id }) => id) } });
      const confirmations: InboxMail[] = [];
      for (const { email } of buyers) confirmations.push(...(await readInbox(email)));
      const known = new Set(confirmations.map(({ messageId }) => messageId));
      const toSite = await readReceived(mails.filter(({ messageId }) => !known.has(messageId)));
      const cartLines = await cartOf(buyers);
      return {
        buyers,
        checkouts,
        purchases,
        payments,
        refunds,
        disputes,
        mails,
        inbox: [...confirmations, ...toSite],
        cartLines,
      };
    },
    async readAllPurchases(buyers) {
      return {
        buyers,
        checkouts: await databases.read('payments', 'checkouts'),
        purchases: await databases.read('cart_orders', 'purchases'),
        payments: await listAtProvider('/v1/payments'),
        refunds: await listAtProvider('/v1/refunds'),
        disputes: await listAtProvider('/v1/disputes'),
        mails: await readMails({}),
        inbox: await readWholeInbox(),
        cartLines: await cartOf(buyers),
      };
    },
    async readShop() {
      const [events, unmatched] = await Promise.all([
        databases.read('payments', 'provider_events', { dueAt: { $exists: true } }),
        databases.read('payments', 'unmatched_payments'),
      ]);
      return {
        purchases: await databases.read<StoredPurchase>('cart_orders', 'purchases'),
        links: await databases.read<StoredLink>('cart_orders', 'payment_links'),
        stocks: await databases.read<StoredStock>('cart_orders', 'book_stock'),
        series: await databases.read<StoredSeries>('cart_orders', 'bill_series'),
        unsettledEvents: events.length,
        unmatchedPayments: unmatched.length,
        mails: await readMails({}),
        inbox: await readWholeInbox(),
      };
    },
    async readRegistrations(registrants) {
      const accounts = await databases.read<StoredAccount>('accounts', 'users', {
        email: { $in: registrants.map(({ email }) => email) },
      });
      const owners = accounts.map(({ _id }) => _id);
      const requests = accounts.flatMap(({ mailRequests = [] }) => mailRequests);
      const mails = await readMails({
        eventId: { $in: requests.map(({ requestId }) => `mail.requested:${requestId}`) },
      });
      const toPeople: InboxMail[] = [];
      for (const { email } of registrants) toPeople.push(...(await readInbox(email)));
      const known = new Set(toPeople.map(({ messageId }) => messageId));
      const toSite = await readReceived(mails.filter(({ messageId }) => !known.has(messageId)));
      const profiles = await databases.read<StoredProfile>('catalog', 'lawyers', {
        users_permissions_user: { $in: owners },
      });
      return { registrants, accounts, profiles, mails, inbox: [...toPeople, ...toSite] };
    },
  };
}
