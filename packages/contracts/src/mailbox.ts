import { mailableAddress } from './email-address.ts';

/** Providers that ignore dots in the local part, by domain; an alias has the domain of its provider. */
const IGNORES_DOTS: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * Returns a key that is equal for all spellings of an e-mail address that reach one mailbox: case, tags after a plus sign,
 * an international domain in either form, and dots where the provider ignores them. For counting mails alone: accounts and subscribers are distinguished by the whole
 * address.
 */
export function mailboxKey(email: string): string {
  const spelled = email.normalize('NFKC').trim().toLowerCase();
  const address = mailableAddress(spelled) ?? spelled;
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).replace(/\.$/, '');
  const [local = ''] = address.slice(0, Math.max(0, at)).split('+', 1);
  const provider = IGNORES_DOTS.get(domain);
  return provider === undefined ? `${local}@${domain}` : `${local.replaceAll('.', '')}@${provider}`;
}
