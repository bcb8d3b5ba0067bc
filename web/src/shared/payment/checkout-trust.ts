import { CHECKOUT_POLICY, DEFAULT_POLICY, trustedPolicy } from '../browser/trusted-types.ts';

const SCRIPT_ELEMENT = /<(\/?)(?=script\b)/gi;
const RUNNING_ATTRIBUTE = /([\s/"'])(?=(?:on[a-z]+|srcdoc)\s*=)/gi;

/** Renames in HTML the elements and attributes that could run a script; the page's policy forbids inline scripts anyway. */
export const withoutScripts = (html: string): string =>
  html.replaceAll(SCRIPT_ELEMENT, '<$1x-').replaceAll(RUNNING_ATTRIBUTE, '$1x-');

/** Returns a function that marks one address as that of a script, and throws for any other. */
export const onlyAddress =
  (known: string) =>
  (address: string): string => {
    if (address !== known) throw new TypeError(`${address} is not the script of the card provider`);
    return address;
  };

/** Returns a function that returns addresses of the known one's origin, and null for others. */
export const ofOrigin =
  (known: string) =>
  (address: string): string | null =>
    new URL(address, location.href).origin === new URL(known).origin ? address : null;

let policy: { createScriptURL: (address: string) => string } | null = null;

/**
 * Marks the address of the card provider's script as one that may be loaded; the first address is the only one until the document
 * ends. The script knows nothing of Trusted Types, so the default policy converts the strings that it assigns: HTML without
 * scripts, and addresses of the provider. Until then, and for any other string, an assignment throws.
 */
export function trustedCheckout(url: string): string {
  if (policy === null) {
    policy = trustedPolicy(CHECKOUT_POLICY, { createScriptURL: onlyAddress(url) });
    trustedPolicy(DEFAULT_POLICY, { createHTML: withoutScripts, createScriptURL: ofOrigin(url) });
  }
  return policy.createScriptURL(url);
}
