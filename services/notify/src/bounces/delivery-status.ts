/** `hard`: the mailbox will never take mail. `soft`: it did not take this one. */
export type BounceKind = 'hard' | 'soft';

export interface Bounce {
  kind: BounceKind;
  /** Enhanced status code (RFC 3463), such as 5.1.1. */
  status: string;
}

const STATUS = /^\s*([245])\.(\d{1,3})\.(\d{1,3})/;
const FIELD = /^([!-9;-~]+):\s*(.*)$/;
/**
 * Permanent failures that say nothing about the mailbox: the address of the sender was not accepted, the mailbox is full, the mail was too long or its form or content was not accepted,
 * the system was at fault, or a policy, such as a list of senders, rejected it.
 */
const NOT_OF_MAILBOX = /^5\.(?:1\.[78]$|2\.[234]|3\.|5\.|6\.|7\.)/;

/** Reads the groups of fields of a report (RFC 3464, 2.1). Names are in lower case. */
function readGroups(text: string): Map<string, string>[] {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n');
  const groups = [new Map<string, string>()];
  for (const line of lines) {
    if (line.trim() === '') {
      groups.push(new Map());
      continue;
    }
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name !== undefined) groups.at(-1)?.set(name.toLowerCase(), (value ?? '').trim());
  }
  return groups.filter(({ size }) => size > 0);
}

/**
 * Returns what a part `message/delivery-status` says; null where no delivery failed: reports of delays, deliveries and relays.
 * A mail of ours has one recipient; of several, a hard failure counts.
 */
export function readDeliveryStatus(text: string): Bounce | null {
  const failures = readGroups(text).flatMap((group): Bounce[] => {
    if (group.get('action')?.toLowerCase() !== 'failed') return [];
    const [status, severity] = STATUS.exec(group.get('status') ?? '') ?? [];
    if (status === undefined || severity === '2') return [];
    const code = status.trim();
    return [{ kind: severity === '5' && !NOT_OF_MAILBOX.test(code) ? 'hard' : 'soft', status: code }];
  });
  return failures.find(({ kind }) => kind === 'hard') ?? failures[0] ?? null;
}
