const KEY = 'vidhi.purchase';
const CHECKOUT_ID = /^co_[a-z2-7]{26}$/;

export const isCheckoutId = (text: string | null | undefined): text is string => CHECKOUT_ID.test(text ?? '');

/**
 * Returns the checkout that this browser paid, or tried to pay, last: noted before the widget opens, as the tab may be
 * closed.
 */
export function readLastPurchase(): string | null {
  try {
    const text = localStorage.getItem(KEY);
    return isCheckoutId(text) ? text : null;
  } catch {
    return null;
  }
}

export function noteLastPurchase(checkoutId: string): void {
  try {
    localStorage.setItem(KEY, checkoutId);
  } catch {
    // Storage is disabled: the page itself navigates to the purchase.
  }
}

export const statusPath = (checkoutId: string): string => `/status/${checkoutId}`;
export const successPath = (checkoutId: string): string => `/success?checkout=${checkoutId}`;
