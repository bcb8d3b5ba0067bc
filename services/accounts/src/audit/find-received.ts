import { MailRequested } from '@vidhi/contracts/events.ts';
import { AuditRecorded } from '@vidhi/contracts/events.ts';
import { createFindKnownMails } from '@vidhi/outbox/find-known-mails.ts';
import type { Unacknowledged } from '@vidhi/outbox/rearm.ts';
import type { Config } from '../config.ts';
import type { AuditRepository } from './audit-repository.ts';

interface FindReceivedOptions {
  config: Pick<Config, 'NOTIFY_URL' | 'SERVICE_TOKEN'>;
  audit: Pick<AuditRepository, 'known'>;
}

/**
 * Finds the events of accounts that their consumers have: entries of the audit log in the log itself, mails in the ledger of
 * notify. Without notify nothing acknowledges mails.
 */
export function createFindReceived({ config: { NOTIFY_URL, SERVICE_TOKEN }, audit }: FindReceivedOptions) {
  const findMails =
    NOTIFY_URL === undefined
      ? null
      : createFindKnownMails({
          notifyUrl: NOTIFY_URL,
          serviceToken: SERVICE_TOKEN,
          types: [MailRequested.type],
        });
  return async (entries: readonly Pick<Unacknowledged, 'entry'>[]): Promise<string[]> => {
    const audited = entries.filter(({ entry }) => entry.type === AuditRecorded.type);
    const known = await audit.known(audited.map(({ entry }) => entry.id));
    // While notify is away, entries of the log are acknowledged all the same.
    const mails = await findMails?.(entries).catch(() => []);
    return [...known, ...(mails ?? [])];
  };
}
