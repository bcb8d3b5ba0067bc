/**
 * The rule for e-mail addresses of every form and call: one that passes can be mailed. Used by browsers and services, so that no
 * form accepts what a service cannot use.
 */

const MAX_CHARS = 254;
/** A dot-atom of RFC 5321 in ASCII: mail servers seldom offer SMTPUTF8, which other letters need. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const MAX_LOCAL_CHARS = 64;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Top-level domains are letters, or punycode. */
const TOP_LABEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/**
 * Characters that the host parser of URLs would read as something else than a part of a host name, or drop: invisible ones make
 * many spellings of one domain. Joiners are letters of Indian domains.
 */
const NOT_OF_A_HOST = /[\s\p{Cc}/\\?#@:%[\]<>^|]|(?![\u200c\u200d])\p{DI}/u;

/** Returns the domain in ASCII (UTS #46), or null when it is no public domain name. */
function asciiDomain(domain: string): string | null {
  if (domain === '' || NOT_OF_A_HOST.test(domain)) return null;
  let host: string;
  try {
    host = new URL(`https://${domain}`).hostname;
  } catch {
    return null;
  }
  const labels = host.split('.');
  const top = labels.at(-1) ?? '';
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && TOP_LABEL.test(top)
    ? host
    : null;
}

/**
 * Returns the address as mail servers take it, with an international domain in punycode; null for a text that is not one plain
 * address which can be mailed. Mail libraries accept more, and make several recipients of texts with commas, quotes or line
 * breaks.
 */
export function mailableAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  if (local.length > MAX_LOCAL_CHARS || !LOCAL.test(local)) return null;
  const domain = asciiDomain(text.slice(at + 1));
  if (domain === null) return null;
  const address = `${local}@${domain}`;
  return address.length <= MAX_CHARS ? address : null;
}

/** Returns whether a text, without spaces around it, is one e-mail address that can be mailed. */
export const isMailable = (text: string): boolean => mailableAddress(text) !== null;
