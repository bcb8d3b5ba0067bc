import { settingOf } from './setting.mjs';

/** Settings of cart-orders without which nobody sells. */
const SELLER_SETTINGS = ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_EMAIL', 'SELLER_PHONE'];

/**
 * Returns the warning of a start with live keys of the card provider and without a seller, which takes no payments; null
 * where there is nothing to warn of.
 * @param {Record<string, string | undefined>} env
 */
export function sellerWarning(env) {
  if (!settingOf(env, 'RAZORPAY_KEY_ID')?.startsWith('rzp_live_')) return null;
  const missing = SELLER_SETTINGS.filter((name) => !settingOf(env, name)?.trim());
  if (missing.length === 0) return null;
  return `No payments are taken: the keys of the card provider are live, and nobody sells. Set ${missing.join(', ')}.`;
}
