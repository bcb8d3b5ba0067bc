import { requireDesk } from '@vidhi/service-kit/auth.ts';

/** Reads purchases with the data of their buyers, and writes notes: the desks that ship them or return their money. */
export const requireShop = requireDesk('shop', 'refund');
/** Ships purchases and corrects where they go. */
export const requireShipping = requireDesk('shop');
/** Returns money; the desk `shop` alone up to a limit, which the order of a refund checks. */
export const requireRefund = requireDesk('shop', 'refund');
