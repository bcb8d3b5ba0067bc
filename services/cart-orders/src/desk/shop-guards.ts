import { requireDesk } from '@vidhi/service-kit/auth.ts';

/** Reads purchases with the data of their buyers: whoever ships them or returns their money. */
export const requireShop = requireDesk('shop', 'refund');
