import { createFindKnownAudit } from './audit-entry.ts';
import { createFindKnownMails } from './find-known-mails.ts';
import type { Unacknowledged } from './rearm.ts';

interface FindReceivedOptions {
  /** Address of accounts, which owns the audit log. */
  accountsUrl: string;
  /** Undefined where the site has no notify: nothing acknowledges mails then. */
  notifyUrl: string | undefined;
  serviceToken: string;
  /** Types of the events that require mails. */
  mailed: readonly string[];
}

/**
 * Finds the events that their consumers have: notify those with mails, accounts those of the audit log. While one of them does
 * not respond, events that the other has are found all the same.
 */
export function createFindReceived({ accountsUrl, notifyUrl, serviceToken, mailed }: FindReceivedOptions) {
  const finders = [
    createFindKnownAudit({ accountsUrl, serviceToken }),
    ...(notifyUrl === undefined ? [] : [createFindKnownMails({ notifyUrl, serviceToken, types: mailed })]),
  ];
  return async (entries: readonly Pick<Unacknowledged, 'entry'>[]): Promise<string[]> => {
    const results = await Promise.allSettled(finders.map((find) => find(entries)));
    return results.flatMap((result) => (result.status === 'fulfilled' ? [...result.value] : []));
  };
}
