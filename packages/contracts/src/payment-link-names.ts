// Apart from the schemas, whose library browsers need not load.

export const PAYMENT_LINK_STATES = ['open', 'expired', 'cancelled', 'paid'] as const;
export type PaymentLinkState = (typeof PAYMENT_LINK_STATES)[number];
export const PAYMENT_LINK_STATE_NAMES: Record<PaymentLinkState, string> = {
  open: 'Waits for payment',
  expired: 'Expired',
  cancelled: 'Cancelled',
  paid: 'Paid',
};

/** Name of the error of a checkout of a link that cannot be paid any more. */
export const PAYMENT_LINK_ERROR = 'PaymentLinkError';

export const MAX_LINK_DAYS = 30;
export const DEFAULT_LINK_DAYS = 7;
/** Maximum number of mails with one link. */
export const MAX_LINK_MAILS = 10;

/** Returns the path of the page where a link is paid. */
export const paymentLinkPath = (id: string, key: string): string => `/payment/link/${id}?key=${key}`;
