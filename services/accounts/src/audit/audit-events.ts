import type { AuditFact } from '@vidhi/contracts/audit.ts';
import { AuditRecorded, eventsByType } from '@vidhi/contracts/events.ts';
import type { Handle } from '@vidhi/messaging/apply-record.ts';
import type { RecordFact } from './audit-log.ts';

export const AUDIT_EVENTS = eventsByType([AuditRecorded]);

/** Creates the handler of the audit entries of all services, which adds them to the log. */
export const createAuditEvents =
  (recordFact: RecordFact): Handle =>
  async ({ id, data, traceparent }) => {
    await recordFact({ eventId: id, fact: data as AuditFact, traceparent });
    return 'applied';
  };
