import { SELLER_SETTINGS, namesSeller } from '../../../packages/contracts/src/seller-examples.mjs';
import { settingOf } from './setting.mjs';

/**
 * Returns the warning of a start with live keys of the card provider and without a seller, which takes no payments; null
 * where there is nothing to warn of. Settings of the console are not known here.
 * @param {Record<string, string | undefined>} env
 */
export function sellerWarning(env) {
  if (!settingOf(env, 'RAZORPAY_KEY_ID')?.startsWith('rzp_live_')) return null;
  const variables = SELLER_SETTINGS.map((name) => name.toUpperCase());
  const missing = variables.filter((name) => !namesSeller(settingOf(env, name)));
  if (missing.length === 0) return null;
  return `The keys of the card provider are live. No payments are taken unless the seller is named: set ${missing.join(', ')}, or the seller at /console/shop-settings.`;
}
