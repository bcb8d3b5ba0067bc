import type { OrderHelp } from '@vidhi/contracts/order-status.ts';
import { paymentLinkPath } from '@vidhi/contracts/payment-link-names.ts';
import type { PaymentLink, PaymentLinkDetails, PaymentLinkRow } from '@vidhi/contracts/payment-links.ts';
import { orderPath, type OrderLinks } from '@vidhi/service-kit/order-link.ts';
import { purchaseId } from '../purchases/purchase.ts';
import { linkStateOf, type StoredPaymentLink } from './payment-link.ts';

export interface LinkPresentation {
  links: Pick<OrderLinks, 'sign'>;
  now: number;
}

export function presentPaymentLink(
  link: StoredPaymentLink,
  { links, now, help }: LinkPresentation & { help: OrderHelp },
): PaymentLink {
  const { _id, lines, shippingPaise, totalPaise, billing, shipping, checkoutId } = link;
  return {
    id: _id,
    state: linkStateOf(link, now),
    created_at: link.createdAt.toISOString(),
    expires_at: link.expiresAt.toISOString(),
    lines: lines.map(({ bookId, title, quantity, listPaise, unitPaise }) => ({
      book_id: bookId,
      title,
      copies: quantity,
      list_paise: listPaise,
      unit_paise: unitPaise,
    })),
    shipping_paise: shippingPaise,
    total_paise: totalPaise,
    billing,
    shipping,
    path: paymentLinkPath(_id, links.sign(_id)),
    order_path: checkoutId === undefined ? null : orderPath(checkoutId, links.sign(checkoutId)),
    help,
  };
}

/** @param buyer name in the order that the link has become, which has the addresses instead of the link */
export function presentLinkRow(
  link: StoredPaymentLink,
  { links, now }: LinkPresentation,
  buyer: string | null = null,
): PaymentLinkRow {
  const { _id, channel, lines, totalPaise, billing, mails, checkoutId } = link;
  return {
    id: _id,
    state: linkStateOf(link, now),
    channel,
    name: billing?.name ?? buyer,
    copies: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    total_paise: totalPaise,
    created_at: link.createdAt.toISOString(),
    expires_at: link.expiresAt.toISOString(),
    mails,
    purchase_id: checkoutId === undefined ? null : purchaseId(checkoutId),
    path: paymentLinkPath(_id, links.sign(_id)),
  };
}

export function presentLinkDetails(
  link: StoredPaymentLink,
  { links, now, help }: LinkPresentation & { help: OrderHelp },
): PaymentLinkDetails {
  const { _id, lines, shippingPaise, totalPaise, returnDays, billing, shipping, checkoutId = null } = link;
  return {
    id: _id,
    state: linkStateOf(link, now),
    expiresAt: link.expiresAt.toISOString(),
    lines,
    shippingPaise,
    totalPaise,
    returnDays,
    billing,
    shipping,
    path: paymentLinkPath(_id, links.sign(_id)),
    checkoutId,
    help,
  };
}
