const KEY = 'vidhi.purchase';
/** Ids of checkouts, and of orders that the shop has written down. */
const CHECKOUT_ID = /^(?:co_[a-z2-7]{26}|hand_[0-9a-f]{32})$/;
const LINK_KEY = /^[\w-]{22}$/;

export const isCheckoutId = (text: string | null | undefined): text is string => CHECKOUT_ID.test(text ?? '');

/** Returns whether a purchase was paid to the shop itself: the service of payments knows nothing of it. */
export const isByHand = (checkoutId: string): boolean => checkoutId.startsWith('hand_');

/** A purchase, with the key of its link where this browser has it: it shows the addresses. */
export interface PurchaseLink {
  checkoutId: string;
  key: string | null;
}

export const linkKeyFrom = (text: string | null | undefined): string | null =>
  LINK_KEY.test(text ?? '') ? (text ?? null) : null;

/**
 * Returns the checkout that this browser paid, or tried to pay, last: noted before the widget opens, as the tab may be
 * closed.
 */
export function readLastPurchase(): PurchaseLink | null {
  try {
    const [checkoutId, key] = (localStorage.getItem(KEY) ?? '').split('.');
    return isCheckoutId(checkoutId) ? { checkoutId, key: linkKeyFrom(key) } : null;
  } catch {
    return null;
  }
}

export function noteLastPurchase({ checkoutId, key }: PurchaseLink): void {
  try {
    localStorage.setItem(KEY, key === null ? checkoutId : `${checkoutId}.${key}`);
  } catch {
    // Storage is disabled: the page itself navigates to the purchase.
  }
}

export const statusPath = ({ checkoutId, key }: PurchaseLink): string =>
  `/status/${checkoutId}${key === null ? '' : `?key=${key}`}`;
export const successPath = ({ checkoutId, key }: PurchaseLink): string =>
  `/success?checkout=${checkoutId}${key === null ? '' : `&key=${key}`}`;
