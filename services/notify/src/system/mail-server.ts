import type { MailServerState } from '@vidhi/contracts/server-settings.ts';
import { mailAddresses, type Config } from '../config.ts';

/** Returns the host; null for an address in which a part of user or password could be taken for it. */
function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname, search, hash } = new URL(url);
  return `${pathname}${search}${hash}`.includes('@') ? null : hostname;
}

/** Returns where mails go. Never user or password of the mail server. */
export function mailServerOf(config: Config): MailServerState['data'] {
  const { SMTP_URL, MAIL_SANDBOX } = config;
  return {
    host: hostOf(SMTP_URL),
    sender: mailAddresses(config).from,
    is_sandbox: SMTP_URL === MAIL_SANDBOX,
  };
}
