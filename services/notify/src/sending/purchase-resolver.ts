import { Value } from 'typebox/value';
import type { TSchema, Static } from 'typebox';
import { PurchaseDetails, UserContact } from '@vidhi/contracts/purchases.ts';
import type { MailResolver } from './mail-resolver.ts';
import type { OutgoingMail } from './smtp-sender.ts';

type Attachment = NonNullable<OutgoingMail['attachments']>[number];

const TIMEOUT_MS = 5_000;

export interface PurchaseResolverOptions {
  cartOrdersUrl: string;
  accountsUrl: string;
  serviceToken: string;
  /** Recipient of the mail; the buyer of a purchase without billing address is the account. */
  recipient: 'buyer' | 'site';
  /** Selects cancelled purchases, which have no bill. Other mails about cancelled purchases are not sent. */
  isCancelled?: boolean;
}

/**
 * Creates a resolver that fetches a purchase and its bill of supply from cart-orders, and its buyer's address from
 * accounts: neither is on a topic or in the ledger.
 */
export function createPurchaseResolver(options: PurchaseResolverOptions): MailResolver {
  const { cartOrdersUrl, accountsUrl, serviceToken, recipient, isCancelled = false } = options;

  /** Resolves with null on 404. */
  async function read<Schema extends TSchema>(url: string, schema: Schema): Promise<Static<Schema> | null> {
    const response = await fetch(url, {
      headers: { 'x-service-token': serviceToken },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return Value.Parse(schema, await response.json());
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw new Error(`${new URL(url).pathname.split('/', 3).join('/')} responded ${response.status}`);
  }

  async function findBuyer({ billing, userId }: PurchaseDetails): Promise<UserContact | null> {
    if (billing !== null) return { address: billing.email, name: billing.name };
    return userId === null ? null : read(`${accountsUrl}/internal/users/${userId}/contact`, UserContact);
  }

  async function readBill(url: string): Promise<Attachment> {
    const response = await fetch(url, {
      headers: { 'x-service-token': serviceToken },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const content = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`the bill of supply responded ${response.status}`);
    return { filename: 'bill-of-supply.pdf', contentType: 'application/pdf', content };
  }

  return async (purchaseId) => {
    const kind = isCancelled ? 'cancelled-purchases' : 'purchases';
    const url = `${cartOrdersUrl}/internal/${kind}/${encodeURIComponent(purchaseId)}`;
    const purchase = await read(url, PurchaseDetails);
    if (purchase === null) return null;
    const buyer = await findBuyer(purchase);
    if (recipient === 'buyer' && buyer === null) return null;
    const bill = recipient === 'buyer' && !isCancelled ? await readBill(`${url}/bill-of-supply`) : null;
    return {
      to: recipient === 'buyer' ? buyer : null,
      values: { ...purchase, buyer },
      link: null,
      ...(bill === null ? {} : { attachments: [bill] }),
    };
  };
}
