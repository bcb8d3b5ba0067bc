import { settingOf } from './setting.mjs';

/** Each of these names a card provider; the sandbox has credentials of its own. */
const CARD_SETTINGS = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'];

/** @typedef {Record<string, string | undefined>} Env */

/**
 * Chooses the stand-ins of the mail server and of the card provider. Neither runs beside one that is configured,
 * nor where a site serves others than its developer: with a mail server or a card provider of its own that is not, like
 * the site itself, on loopback.
 * @param {Env} env
 * @returns {{ inbox: boolean, payments: boolean, missing: { service: string, sentence: string }[] }} `missing` are
 * services that cannot run, having neither the real thing nor its stand-in
 */
export function sandboxesOf(env) {
  const hasMail = isSet(env, 'SMTP_URL');
  const hasKeys = CARD_SETTINGS.some((name) => isSet(env, name));
  const isLocal = isLoopback(env['PUBLIC_URL'] || 'http://localhost');
  const isReal = (/** @type {boolean} */ has, /** @type {string} */ name) =>
    has && !(isLocal && isLoopback(settingOf(env, name)));
  const serves = isReal(hasMail, 'SMTP_URL') || isReal(hasKeys, 'RAZORPAY_BASE_URL');
  const missing = [];
  if (serves && !hasMail)
    missing.push({
      service: 'notify',
      sentence:
        'No mails are sent and notify does not run: set SMTP_URL. The mail inbox of the demo does not start beside a real card provider.',
    });
  if (serves && !hasKeys)
    missing.push({
      service: 'payments',
      sentence:
        'Nothing can be sold and payments does not run: set RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET. The payment sandbox does not start beside a real mail server.',
    });
  return { inbox: !hasMail && !serves, payments: !hasKeys && !serves, missing };
}

/**
 * @param {Env} env
 * @param {string} name
 */
const isSet = (env, name) => Boolean(env[name] || env[`${name}_FILE`]);

/** @param {string | undefined} url */
function isLoopback(url) {
  if (url === undefined || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');
}
