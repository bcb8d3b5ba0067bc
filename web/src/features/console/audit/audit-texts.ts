import type { AuditEntry } from '@vidhi/contracts/audit.ts';

const CHANNELS: Readonly<Record<string, string>> = {
  console: 'in the console',
  site: 'on the site',
  api: 'by the API',
  cli: 'by a command',
  system: 'by the system',
};

/** The actor in words: the present name of the account, or its number. */
export function actorText({ actor }: AuditEntry): string {
  const how = CHANNELS[actor.via] ?? actor.via;
  if (actor.token !== undefined)
    return `The token “${actor.token}” of ${actor.name ?? `account ${String(actor.id)}`}`;
  if (actor.id === null) return actor.via === 'cli' ? 'A command of the operator' : `Somebody ${how}`;
  return `${actor.name ?? `Account ${actor.id}`}, ${how}`;
}

/** `desks_changed` as `Desks changed`. */
export const actionText = (action: string): string =>
  `${action.charAt(0).toUpperCase()}${action.slice(1).replaceAll('_', ' ')}`;

export const resourceText = ({ resource: { type, id, label } }: AuditEntry): string =>
  label === null ? `${type} ${id}` : `${type} ${id}: ${label}`;

const valueText = (value: unknown): string => (value === null || value === '' ? 'empty' : String(value));

/** One line for each changed attribute; personal data has no values. */
export const changeTexts = ({ changes }: AuditEntry): string[] =>
  changes.map((change) =>
    'to' in change || 'from' in change
      ? `${change.path}: ${valueText(change.from ?? null)} → ${valueText(change.to ?? null)}`
      : `${change.path} (not shown)`,
  );
