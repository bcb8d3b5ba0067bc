import type { Violation } from './evidence.ts';

/** A reader of the newsletter, as it was when the sending began. */
export interface Reader {
  id: string;
  address: string;
}

/** An unsubscription while an issue went out. */
export interface Unsubscription {
  id: string;
  /** Whether the reader's turn had not come when the response arrived. */
  isBeforeTurn: boolean;
}

/** Stored data after an issue was sent. */
export interface NewsletterEvidence {
  issue: { state: string; recipients?: number };
  readers: readonly Reader[];
  unsubscriptions: readonly Unsubscription[];
  /** Rows of the issue in the ledger, by state. */
  rows: Readonly<Record<string, number>>;
  /** Recipient of each mail of the issue in the inbox. */
  received: readonly string[];
}

/** Checks that each reader has one mail, and none of those who had unsubscribed before their turn. */
export function checkNewsletter(evidence: NewsletterEvidence): Violation[] {
  const { issue, readers, unsubscriptions, rows, received } = evidence;
  const violations: Violation[] = [];
  const add = (kind: string, subject: string, details: string): void =>
    void violations.push({ kind, subject, details });

  if (issue.state !== 'sent') add('issue', issue.state, 'was not sent to all readers');
  if (issue.recipients !== readers.length)
    add('issue', String(issue.recipients), `does not count its ${readers.length} readers`);
  for (const state of ['QUEUED', 'SENDING', 'DEAD'])
    if ((rows[state] ?? 0) > 0) add('ledger', state, `${rows[state]} mails were not sent`);
  if ((rows['SENT'] ?? 0) !== received.length)
    add('ledger', 'SENT', `${rows['SENT'] ?? 0} rows, but ${received.length} mails in the inbox`);

  const counts = new Map<string, number>();
  for (const address of received) counts.set(address, (counts.get(address) ?? 0) + 1);
  const left = new Map(unsubscriptions.map((one) => [one.id, one]));
  for (const { id, address } of readers) {
    const count = counts.get(address) ?? 0;
    counts.delete(address);
    const unsubscription = left.get(id);
    if (count > 1) add('mail', address, `received ${count} times`);
    if (count === 0 && unsubscription === undefined) add('mail', address, 'not received');
    if (count > 0 && unsubscription?.isBeforeTurn === true)
      add('unsubscription', address, 'received after the reader had unsubscribed');
  }
  for (const address of counts.keys()) add('mail', address, 'received by nobody who reads the newsletter');
  return violations;
}
