import {
  OrderAddressed,
  OrderCancelled,
  OrderCreated,
  OrderDisputed,
  OrderRefunded,
  OrderRequested,
  OrderShipped,
  PaymentLinkSent,
} from '@vidhi/contracts/events.ts';
import { createFindKnownAudit } from '@vidhi/outbox/audit-entry.ts';
import { createFindKnownMails } from '@vidhi/outbox/find-known-mails.ts';
import type { Unacknowledged } from '@vidhi/outbox/rearm.ts';
import { accountsUrlOf } from '@vidhi/service-kit/service-env.ts';
import type { Config } from '../config.ts';

const MAILED = [
  OrderCreated,
  OrderAddressed,
  OrderShipped,
  OrderCancelled,
  OrderRefunded,
  OrderRequested,
  OrderDisputed,
  PaymentLinkSent,
];

/**
 * Finds the events of purchases that their consumers have: notify those with mails, accounts those of the audit log. What
 * the one has does not wait for the other; without notify nothing acknowledges mails.
 */
export function createFindReceived(config: Config) {
  const { NOTIFY_URL, SERVICE_TOKEN } = config;
  const findAudit = createFindKnownAudit({
    accountsUrl: config.ACCOUNTS_URL ?? accountsUrlOf(config),
    serviceToken: SERVICE_TOKEN,
  });
  const findMails =
    NOTIFY_URL === undefined
      ? null
      : createFindKnownMails({
          notifyUrl: NOTIFY_URL,
          serviceToken: SERVICE_TOKEN,
          types: MAILED.map(({ type }) => type),
        });
  return async (entries: readonly Unacknowledged<string>[]): Promise<string[]> => {
    const results = await Promise.allSettled([findAudit(entries), findMails?.(entries) ?? []]);
    return results.flatMap((result) => (result.status === 'fulfilled' ? [...result.value] : []));
  };
}
