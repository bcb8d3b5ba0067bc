import type { AuditRecord } from './audit-record.ts';

const HEADER = [
  'seq',
  'at',
  'actor_id',
  'actor_name',
  'role',
  'via',
  'action',
  'service',
  'type',
  'id',
  'label',
  'changes',
  'reason',
  'hash',
];

/** Quotes a value; a first character that spreadsheets take for a formula gets an apostrophe before it. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}

const line = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

/** First line of the file, after a byte order mark that makes spreadsheets read UTF-8. */
export const csvHeader = (): string => `\uFEFF${line(HEADER)}`;

export const csvLine = (record: AuditRecord, actorName: string | null): string => {
  const { seq, at, actor, action, service, type, id, label, changes, reason, hash } = record;
  const changed = changes.length === 0 ? '' : JSON.stringify(changes);
  return line([
    seq,
    at,
    actor.id,
    actorName,
    actor.role,
    actor.via,
    action,
    service,
    type,
    id,
    label,
    changed,
    reason,
    hash,
  ]);
};
