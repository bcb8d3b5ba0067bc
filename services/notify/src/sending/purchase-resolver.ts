import { PurchaseDetails, UserContact } from '@vidhi/contracts/purchases.ts';
import { createServiceClient, servicePath } from '@vidhi/service-kit/service-client.ts';
import type { MailResolver } from './mail-resolver.ts';
import type { OutgoingMail } from './smtp-sender.ts';

type Attachment = NonNullable<OutgoingMail['attachments']>[number];

const TIMEOUT_MS = 5_000;

export interface PurchaseResolverOptions {
  cartOrdersUrl: string;
  accountsUrl: string;
  serviceToken: string;
  publicUrl: string;
  /** Recipient of the mail; the buyer of a purchase without billing address is the account. */
  recipient: 'buyer' | 'site';
  /**
   * Subject of the mail: by default a purchase, with its bill. `cancelled`: a cancelled one, with its credit note; other
   * mails about cancelled purchases are not sent. `shipped-line`: a line that has its date of shipping, in a source of
   * purchase and line. `parcel`, `request`: in a source of purchase and number, a request of a
   * cancelled purchase, too. `refund`: money of an order that stays, with its credit note, in a source of purchase, amount,
   * sum and, where it is known, the refund. `dispute`: in a source of purchase, dispute and state, of a cancelled purchase, too.
   */
  about?: 'purchase' | 'cancelled' | 'shipped-line' | 'parcel' | 'refund' | 'request' | 'dispute';
}

/**
 * Creates a resolver that fetches a purchase and its documents from cart-orders, and its buyer's address from accounts:
 * neither is on a topic or in the ledger. The link is the page of the purchase, with the key that shows the addresses.
 */
export function createPurchaseResolver(options: PurchaseResolverOptions): MailResolver {
  const { cartOrdersUrl, accountsUrl, serviceToken, publicUrl, recipient, about = 'purchase' } = options;

  const clientOf = (url: string) => createServiceClient({ url, serviceToken, timeoutMs: TIMEOUT_MS });
  const [cartOrders, accounts] = [clientOf(cartOrdersUrl), clientOf(accountsUrl)];

  async function findBuyer({ billing, contact, userId }: PurchaseDetails): Promise<UserContact | null> {
    if (billing !== null) return { address: billing.email, name: billing.name };
    if (contact !== undefined) return contact;
    return userId === null
      ? null
      : accounts.find(servicePath`/internal/users/${userId}/contact`, UserContact);
  }

  /** Resolves with a document of the purchase; null for one that it has not. */
  async function readDocument(id: string, name: string, query = {}): Promise<Attachment | null> {
    const search = new URLSearchParams(query).toString();
    const path = servicePath`/internal/purchases/${id}/${name}`;
    const content = await cartOrders.findFile(search === '' ? path : `${path}?${search}`);
    return content === null ? null : { filename: `${name}.pdf`, contentType: 'application/pdf', content };
  }

  async function attachmentOf(id: string, refundId: string | undefined): Promise<Attachment | null> {
    if (recipient !== 'buyer' || about === 'shipped-line' || about === 'parcel' || about === 'request')
      return null;
    // Of several refunds, each mail has the credit note of its own.
    const query = about === 'refund' && refundId !== undefined ? { refund: refundId } : {};
    if (about === 'cancelled' || about === 'refund') return readDocument(id, 'credit-note', query);
    const bill = await readDocument(id, 'bill-of-supply');
    if (bill === null) throw new Error('the purchase has no bill of supply');
    return bill;
  }

  async function findPurchase(id: string): Promise<PurchaseDetails | null> {
    const find = (kind: string) => cartOrders.find(servicePath`/internal/${kind}/${id}`, PurchaseDetails);
    const confirmed = about === 'cancelled' ? null : await find('purchases');
    return confirmed === null && (about === 'cancelled' || about === 'dispute' || about === 'request')
      ? find('cancelled-purchases')
      : confirmed;
  }

  /** Returns the parts of a source that a mail about a refund or a dispute prints. */
  function detailsOf(parts: readonly string[]): object {
    const [, second = '', third = ''] = parts;
    if (about === 'refund') return { refund: { amountPaise: Number(second), returnedPaise: Number(third) } };
    return about === 'dispute' ? { dispute: { id: second, status: third } } : {};
  }

  return async (sourceId) => {
    const parts = sourceId.split('/');
    const [id = '', lineId = ''] = parts;
    const purchase = await findPurchase(id);
    if (purchase === null) return null;
    const shipped =
      about === 'shipped-line' ? purchase.lines.find((line) => String(line.id) === lineId) : undefined;
    const parcel =
      about === 'parcel' ? purchase.shipments?.find((one) => String(one.id) === lineId) : undefined;
    const request =
      about === 'request' ? purchase.requests?.find((one) => String(one.id) === lineId) : undefined;
    if (about === 'parcel' && parcel === undefined) return null;
    if (about === 'request' && request === undefined) return null;
    // The date may have been removed since: then nothing was shipped.
    if (about === 'shipped-line' && !shipped?.shippingDate) return null;
    const buyer = await findBuyer(purchase);
    if (recipient === 'buyer' && buyer === null) return null;
    const attachment = await attachmentOf(id, parts[3]);
    const { statusPath, ...details } = purchase;
    const path = recipient === 'buyer' ? statusPath : `/console/orders/${id}`;
    return {
      to: recipient === 'buyer' ? buyer : null,
      values: {
        ...details,
        buyer,
        ...detailsOf(parts),
        ...(shipped === undefined ? {} : { shippedLine: shipped.id }),
        ...(parcel === undefined ? {} : { parcel: parcel.id }),
        ...(request === undefined ? {} : { request: request.id }),
      },
      link: path === undefined ? null : new URL(path, publicUrl).href,
      ...(attachment === null ? {} : { attachments: [attachment] }),
    };
  };
}
