import type { CsvColumn } from '@vidhi/contracts/csv.ts';
import type { AuditRecord } from './audit-record.ts';

/** A record, and the name of its actor. */
export interface AuditLine {
  record: AuditRecord;
  actorName: string | null;
}

/** Columns of the log as a spreadsheet. */
export const AUDIT_COLUMNS: readonly CsvColumn<AuditLine>[] = [
  ['seq', ({ record }) => record.seq],
  ['at', ({ record }) => record.at],
  ['actor_id', ({ record }) => record.actor.id],
  ['actor_name', ({ actorName }) => actorName],
  ['role', ({ record }) => record.actor.role],
  ['via', ({ record }) => record.actor.via],
  ['action', ({ record }) => record.action],
  ['service', ({ record }) => record.service],
  ['type', ({ record }) => record.type],
  ['id', ({ record }) => record.id],
  ['label', ({ record }) => record.label],
  ['changes', ({ record: { changes } }) => (changes.length === 0 ? '' : JSON.stringify(changes))],
  ['reason', ({ record }) => record.reason],
  ['hash', ({ record }) => record.hash],
];
