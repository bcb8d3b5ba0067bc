import { createHash } from 'node:crypto';

/**
 * `QUEUED`: to be sent at `dueAt`. `SENDING`: a worker has the lease. `CANCELLED`: its request became void. `DEAD`: it
 * failed too often, or can never be sent.
 */
export const MAIL_STATES = ['QUEUED', 'SENDING', 'SENT', 'CANCELLED', 'DEAD'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Source of the recipient and values of a mail, requested when it is sent. The ledger stores neither. */
export interface MailSource {
  /** Key of a resolver. */
  kind: string;
  id: string;
}

/** A mail that an event requires. */
export interface PlannedMail {
  template: string;
  /** Recipient in one word: an event may send one template to several recipients. */
  role: string;
  source: MailSource;
}

const ID_DIGITS = 40;

/** Returns the Message-ID of a mail. */
export const messageIdOf = (id: string, domain: string): string => `<${id}@${domain}>`;

/** Returns the deterministic id of a mail: the same event never yields a second row. */
export const mailId = (eventId: string, { template, role }: Pick<PlannedMail, 'template' | 'role'>): string =>
  createHash('sha256')
    .update(JSON.stringify([eventId, template, role]))
    .digest('hex')
    .slice(0, ID_DIGITS);
