import type { MailResolver } from '../sending/mail-resolver.ts';
import type { SubscriberStore } from './subscriber-store.ts';

export const CONFIRM_PATH = '/api/subscriptions/confirm';
export const UNSUBSCRIBE_PATH = '/api/subscriptions/unsubscribe';

function linkTo(publicUrl: string, path: string, id: string, key: string): string {
  const url = new URL(path, publicUrl);
  url.searchParams.set('subscriber', id);
  url.searchParams.set('key', key);
  return url.href;
}

export const PREFERENCES_PATH = '/api/subscriptions/preferences';

/** The page on which a reader chooses categories and languages. */
export const preferencesLink = (publicUrl: string, id: string, key: string): string =>
  linkTo(publicUrl, '/newsletter/preferences', id, key);

export const unsubscribeLink = (publicUrl: string, id: string, key: string): string =>
  linkTo(publicUrl, UNSUBSCRIBE_PATH, id, key);

/** Headers by which mail programs offer to unsubscribe with one click (RFC 8058). Every mail to subscribers has them. */
export const listHeaders = (
  publicUrl: string,
  id: string,
  unsubscribeKey: string,
): Record<string, string> => ({
  'List-Unsubscribe': `<${unsubscribeLink(publicUrl, id, unsubscribeKey)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Resolves the confirmation mail of a subscriber who still has to confirm, each time with new keys. */
export const createSubscriberResolver =
  (subscribers: Pick<SubscriberStore, 'issueKeys'>, publicUrl: string): MailResolver =>
  async (id) => {
    const issued = await subscribers.issueKeys(id);
    if (issued === null) return null;
    const { email, confirmKey, unsubscribeKey } = issued;
    return {
      to: { address: email, name: null },
      link: linkTo(publicUrl, CONFIRM_PATH, id, confirmKey),
      values: { unsubscribeLink: unsubscribeLink(publicUrl, id, unsubscribeKey) },
      headers: listHeaders(publicUrl, id, unsubscribeKey),
    };
  };
