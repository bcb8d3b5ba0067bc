/** Cookie of a login session. The gateway forwards it to the session endpoints of accounts only. */
export const SESSION_COOKIE = 'vidhi-session';
/** Cookie of a registration that is not complete: lets its holder store pictures and a profile without a login. */
export const REGISTRATION_COOKIE = 'vidhi-registration';
/**
 * Cookie of a browser that has logged in: which accounts, accounts knows. The gateway forwards it to the calls that log in
 * only.
 */
export const DEVICE_COOKIE = 'vidhi-device';
/** Cookie of a guest's cart: its Batch_id, signed. The gateway forwards it to `/api/carts` and below only. */
export const CART_COOKIE = 'vidhi-cart';

/**
 * Returns the names that a cookie has: with the prefix that browsers require `Secure` for, and over plain http without
 * it.
 */
export const hostCookieNames = (name: string): [secure: string, plain: string] => [`__Host-${name}`, name];
