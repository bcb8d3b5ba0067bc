import { CommentMentioned } from '@vidhi/contracts/events.ts';
import { createFindKnownAudit } from '@vidhi/outbox/audit-entry.ts';
import { createFindKnownMails } from '@vidhi/outbox/find-known-mails.ts';
import type { Unacknowledged } from '@vidhi/outbox/rearm.ts';
import { accountsUrlOf } from '@vidhi/service-kit/service-env.ts';
import type { Config } from '../config.ts';

/**
 * Finds the events of comments that their consumers have: notify those with mails, accounts those of the audit log. What the one
 * has does not wait for the other.
 */
export function createFindReceived(config: Pick<Config, 'NOTIFY_URL' | 'JWKS_URL' | 'SERVICE_TOKEN'>) {
  const { NOTIFY_URL: notifyUrl, SERVICE_TOKEN: serviceToken } = config;
  const findAudit = createFindKnownAudit({ accountsUrl: accountsUrlOf(config), serviceToken });
  const findMails =
    notifyUrl === undefined
      ? null
      : createFindKnownMails({ notifyUrl, serviceToken, types: [CommentMentioned.type] });
  return async (entries: readonly Unacknowledged<string>[]): Promise<string[]> => {
    const results = await Promise.allSettled([findAudit(entries), findMails?.(entries) ?? []]);
    return results.flatMap((result) => (result.status === 'fulfilled' ? [...result.value] : []));
  };
}
