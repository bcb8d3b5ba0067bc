import type { Handle } from '@vidhi/messaging/apply-record.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { MailLedger } from './mail-ledger.ts';
import { planMails } from './planned-mails.ts';

/** Older events were delayed, or come again to a database that was restored from a backup. */
const LATE_MS = 10_000;

/**
 * Creates a handler that stores a row for each mail that an event requires and schedules it. The event is acknowledged by
 * its rows: a repeated one adds none.
 */
export const createMailEvents =
  (ledger: Pick<MailLedger, 'insert'>, enqueue: (ids: readonly string[]) => Promise<void>): Handle =>
  async (envelope) => {
    failPoint('notify.event-received');
    const isLate = Date.now() - Date.parse(envelope.occurredAt) > LATE_MS;
    const inserted = await ledger.insert(envelope.id, planMails(envelope), isLate);
    if (inserted.length === 0) return 'duplicate';
    failPoint('notify.mails-stored');
    await enqueue(inserted);
    return 'applied';
  };
