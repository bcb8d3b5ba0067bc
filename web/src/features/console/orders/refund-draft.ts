import type { OrderRequest } from '@vidhi/contracts/order-requests.ts';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import type { RefundRequest } from '@vidhi/contracts/shop-refunds.ts';

/** A refund as it is filled in. Amounts are rupees as they were typed. */
export interface RefundDraft {
  /** Copies by the id of their line. */
  copies: Readonly<Record<number, number>>;
  shipping: number | null;
  amount: number | null;
  reason: string;
  restock: boolean;
}

export const EMPTY_DRAFT: RefundDraft = {
  copies: {},
  shipping: null,
  amount: null,
  reason: '',
  restock: false,
};

/**
 * Returns the draft of a refund of what a buyer has returned, without copies that were refunded before. Whether it can be
 * sold again is for the desk to see.
 */
export const draftOfReturn = (
  order: Pick<DeskPurchase, 'lines'>,
  { lines, reason }: OrderRequest,
): RefundDraft => ({
  ...EMPTY_DRAFT,
  copies: Object.fromEntries(
    lines.map(({ id, copies }) => {
      const line = order.lines.find((one) => one.id === id);
      const left = line === undefined ? 0 : line.quantity - line.refunded_copies;
      return [id, Math.min(copies, left)];
    }),
  ),
  reason: `Returned: ${reason}`.slice(0, 500),
});

const paise = (rupees: number | null): number => Math.round((rupees ?? 0) * 100);

/** Returns the amount of a draft in paise. */
export const draftPaise = ({ lines }: Pick<DeskPurchase, 'lines'>, draft: RefundDraft): number =>
  lines.reduce((sum, { id, unit_paise }) => sum + (draft.copies[id] ?? 0) * unit_paise, 0) +
  paise(draft.shipping) +
  paise(draft.amount);

/** Returns as much of the shipping charge as did not go back. */
export const shippingLeft = ({ shipping_paise, refunds }: Pick<DeskPurchase, 'shipping_paise' | 'refunds'>) =>
  refunds
    .filter(({ state, settled }) => state !== 'FAILED' || settled !== undefined)
    .reduce((left, refund) => Math.max(0, left - refund.shipping_paise), shipping_paise);

/** Returns why a draft cannot be sent; null when it can. */
export function draftFault(
  order: Pick<DeskPurchase, 'lines' | 'left_paise' | 'may_refund_paise' | 'shipping_paise' | 'refunds'>,
  draft: RefundDraft,
): string | null {
  const amount = draftPaise(order, draft);
  if (paise(draft.shipping) > shippingLeft(order)) return 'This is more than is left of the shipping charge.';
  if (amount === 0) return 'Choose copies, shipping or an amount.';
  if (amount > order.left_paise) return 'This is more than is left of the payment.';
  if (amount > order.may_refund_paise)
    return 'This is more than you may refund: ask somebody with the desk Refunds.';
  return draft.reason.trim() === '' ? 'Give a reason.' : null;
}

/** Returns the request of a draft. */
export function refundOf(draft: RefundDraft): RefundRequest {
  const lines = Object.entries(draft.copies)
    .filter(([, count]) => count > 0)
    .map(([id, count]) => ({ id: Number(id), copies: count }));
  return {
    ...(lines.length === 0 ? {} : { lines }),
    ...(paise(draft.shipping) === 0 ? {} : { shipping_paise: paise(draft.shipping) }),
    ...(paise(draft.amount) === 0 ? {} : { amount_paise: paise(draft.amount) }),
    reason: draft.reason.trim(),
    restock: draft.restock && lines.length > 0,
  };
}
